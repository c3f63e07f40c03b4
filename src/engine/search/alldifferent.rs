use super::domains::Domains;
use super::model::Keys;

const NONE: u16 = u16::MAX;

/// Domain consistency of one all-different constraint: each value that is left is part of some choice
/// of different keys for all variables.
///
/// Régin, *A filtering algorithm for constraints of difference in CSPs* (AAAI 1994): a maximum
/// matching of variables and keys, kept from call to call and mended; a value can go if its key is
/// taken by a variable from which neither a free key nor the way back can be reached.
pub(super) struct AllDifferent {
    keys: Keys,
    /// The value with which each variable is matched.
    values: Vec<u16>,
    /// The variable with which each key is matched.
    owners: Vec<u16>,
    /// Keys seen while looking for a way to mend, by the number of the attempt.
    seen: Vec<u64>,
    attempt: u64,
    components: Components,
}

/// Strongly connected components of the variables, after Tarjan: an edge leads to the owner of a key
/// that could be taken.
struct Components {
    /// When each variable was met, from 1; 0 before.
    met: Vec<u16>,
    low: Vec<u16>,
    component: Vec<u16>,
    /// Whether a free key can be reached.
    free: Vec<bool>,
    stack: Vec<u16>,
    clock: u16,
}

impl AllDifferent {
    pub fn new(keys: &Keys, variables: usize) -> Self {
        Self {
            values: vec![NONE; variables],
            owners: vec![NONE; keys.number()],
            seen: vec![0; keys.number()],
            attempt: 0,
            components: Components {
                met: vec![0; variables],
                low: vec![0; variables],
                component: vec![0; variables],
                free: vec![false; variables],
                stack: Vec::with_capacity(variables),
                clock: 0,
            },
            keys: keys.clone(),
        }
    }

    /// Finds the values that can go and appends them to `gone`. Tells whether all variables can have
    /// different keys.
    pub fn filter<const W: usize>(
        &mut self,
        domains: &Domains<W>,
        lines: &[u16],
        gone: &mut Vec<(u16, u16)>,
    ) -> bool {
        for (variable, &line) in lines.iter().enumerate() {
            let value = self.values[variable];
            if value != NONE && !domains.contains(variable, value.into()) {
                let key = self.keys.key(line, value.into());
                self.owners[key] = NONE;
                self.values[variable] = NONE;
            }
        }
        for variable in 0..lines.len() {
            if self.values[variable] == NONE {
                self.attempt += 1;
                if !self.mend(domains, lines, variable) {
                    return false;
                }
            }
        }
        self.components.met.fill(0);
        self.components.clock = 0;
        for variable in 0..lines.len() {
            if self.components.met[variable] == 0 {
                self.visit(domains, lines, variable);
            }
        }
        for (variable, &line) in lines.iter().enumerate() {
            for value in domains.values(variable) {
                let owner = usize::from(self.owners[self.keys.key(line, value)]);
                let stays = owner == usize::from(NONE)
                    || self.components.free[owner]
                    || self.components.component[owner] == self.components.component[variable];
                if !stays {
                    gone.push((variable as u16, value as u16));
                }
            }
        }
        true
    }

    /// Matches a variable, perhaps moving others to other keys.
    fn mend<const W: usize>(
        &mut self,
        domains: &Domains<W>,
        lines: &[u16],
        variable: usize,
    ) -> bool {
        for value in domains.values(variable) {
            let key = self.keys.key(lines[variable], value);
            if self.seen[key] == self.attempt {
                continue;
            }
            self.seen[key] = self.attempt;
            let owner = self.owners[key];
            if owner == NONE || self.mend(domains, lines, owner.into()) {
                self.owners[key] = variable as u16;
                self.values[variable] = value as u16;
                return true;
            }
        }
        false
    }

    fn visit<const W: usize>(&mut self, domains: &Domains<W>, lines: &[u16], variable: usize) {
        self.components.enter(variable);
        for value in domains.values(variable) {
            let owner = usize::from(self.owners[self.keys.key(lines[variable], value)]);
            if owner == usize::from(NONE) {
                self.components.free[variable] = true;
            } else if owner != variable {
                if self.components.met[owner] == 0 {
                    self.visit(domains, lines, owner);
                }
                self.components.join(variable, owner);
            }
        }
        self.components.leave(variable);
    }
}

impl Components {
    fn enter(&mut self, variable: usize) {
        self.clock += 1;
        self.met[variable] = self.clock;
        self.low[variable] = self.clock;
        self.component[variable] = NONE;
        self.free[variable] = false;
        self.stack.push(variable as u16);
    }

    /// Learns of an edge whose end was visited.
    fn join(&mut self, from: usize, to: usize) {
        if self.component[to] == NONE {
            self.low[from] = self.low[from].min(self.low[to]);
        }
        self.free[from] |= self.free[to];
    }

    /// Closes the component that begins with the variable, if one does.
    fn leave(&mut self, variable: usize) {
        if self.low[variable] < self.met[variable] {
            return;
        }
        let begin = self.stack.iter().rposition(|&other| usize::from(other) == variable);
        let begin = begin.unwrap_or_default();
        let free = self.stack[begin..].iter().any(|&other| self.free[usize::from(other)]);
        for other in self.stack.drain(begin..) {
            self.component[usize::from(other)] = variable as u16;
            self.free[usize::from(other)] = free;
        }
    }
}
