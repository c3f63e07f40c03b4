//! A solution step by step, summed up in a sentence.

use super::steps::{End, SolvingPath, Step, Technique};
use geometry::counted;

impl SolvingPath {
    /// The sentence that says why the steps do not end with the solution; `None` if they do.
    pub fn open_end_in_words(&self) -> Option<String> {
        Some(match &self.end {
            End::Solved => return None,
            End::Open => "nothing more follows: several solutions remain".to_owned(),
            End::NoSolution(Some(obstacle)) => format!("no solution: {obstacle}"),
            End::NoSolution(None) => "no solution remains ('explain' says why)".to_owned(),
        })
    }

    /// The number of steps with the grade, the difficulty and the hardest technique, or why the steps do not end with
    /// the solution.
    pub fn in_words(&self) -> String {
        if let Some(reason) = self.open_end_in_words() {
            return reason;
        }
        let steps = counted(self.steps.len(), "step", "steps");
        match (self.graded_in_words(), self.hardest()) {
            (Some(graded), Some(hardest)) => {
                let hardest = self.hardest_in_words(hardest);
                format!("solved in {steps}; grade {graded}, hardest technique {hardest}")
            }
            _ => format!("solved in {steps}"),
        }
    }

    /// The hardest technique and how often it is needed. For a contradiction, also the maximum number of
    /// its steps.
    fn hardest_in_words(&self, (technique, times): (Technique, usize)) -> String {
        let times = counted(times, "time", "times");
        match self.steps.iter().map(Step::depth).max() {
            Some(depth) if matches!(technique, Technique::Chain | Technique::Contradiction) => {
                format!("{technique} ({times}, at most {})", counted(depth, "step", "steps"))
            }
            _ => format!("{technique} ({times})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::steps::Solver;
    use engine::{Budget, auto};
    use problem::{Problem, Rules, Value};

    #[test]
    fn a_path_is_summed_up_with_its_numbers() {
        let told = |size: u16, placed: &[&str]| {
            let place = |problem: Problem, cell: &&str| {
                problem.with(cell.parse().unwrap(), Value::Placed).unwrap()
            };
            let problem = placed.iter().fold(Problem::new(Rules::queens(size).unwrap()), place);
            let solver = Solver::new(problem.rules(), &Budget::default()).unwrap();
            let path = solver.solve(&mut auto::Engine::new(), &problem, &Budget::default());
            (path.as_ref().unwrap().steps.len(), path.unwrap().in_words())
        };
        let (_, one) = told(1, &[]);
        assert!(one.starts_with("solved in 1 step; grade easy, "), "{one}");
        assert!(one.ends_with(" (1 time)"), "{one}");
        let (steps, several) = told(4, &["b1"]);
        assert!(several.starts_with(&format!("solved in {steps} steps; ")), "{several}");
        assert!(told(4, &[]).1.starts_with("nothing more follows"));
        assert!(told(3, &["a1", "b3"]).1.starts_with("no solution"));
    }
}
