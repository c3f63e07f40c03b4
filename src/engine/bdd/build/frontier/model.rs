use std::ops::Range;

use super::widths::padded;
use crate::bdd::build::methods::Policy;
use crate::bdd::diagram::monitor::{Job, Monitor};
use crate::bdd::order::{Variable, VariableOrder};
use crate::bits::bits_of;
use crate::budget::{Answer, Phase, Progress};
use geometry::SymmetryGroup;
use problem::{Bounds, Group, Problem};

mod settle;
mod steps;

/// A problem as bit masks over its *active* variables. A variable is active if propagation of the decisions has not
/// determined its value.
///
/// An *orbit* is a set of cells that a group of symmetries maps to each other. In a solution that these symmetries map
/// to itself, the cells of an orbit are all true or all false. The variable of the first cell of an orbit is active and
/// represents the whole orbit. It excludes whole orbits, and a group may contain several cells of its orbit. If the
/// identity is the only symmetry, each cell is an orbit.
///
/// [`Bit`] 0 of a mask is the last active variable. So the first words of a mask contain the bits of the last
/// variables.
pub(super) struct BitModel {
    /// The variable of each active variable in the variable order.
    pub variables: Vec<Variable>,
    /// The variables that propagation found to be true in every solution, in variable order.
    pub fixed: Vec<Variable>,
    /// Groups with a lower bound of one whose cells all exclude each other. If such a group has no open cell, it
    /// has its piece.
    pub cliques: Vec<Clique>,
    /// All other groups, with the place of their counters in a state.
    pub counted: Vec<CountedGroup>,
    /// The steps, in order. The variables of a step are decided together.
    pub steps: Vec<StepVariables>,
    /// The keys of each active variable, one bit per key. A variable has a key if it is in the clique with the role
    /// [`Role::Key`].
    pub keys: Vec<u64>,
    /// Number of keys.
    pub key_count: usize,
    /// True if reversing the variables of every step maps each solution to a solution, and maps the keys to the keys in
    /// reverse order.
    pub is_foldable: bool,
    /// Number of words of a state that contain counters. These words come first.
    pub counter_words: usize,
    /// For each active variable, the mask of the variables that it excludes, `excluded_words` words after the previous
    /// one. Words of padding follow the last mask.
    excluded: Vec<u64>,
    /// Number of words of such a mask; 0 if no variable excludes another. Then all masks are empty.
    excluded_words: usize,
    /// Number of words of a mask of active variables.
    words: usize,
}

/// An active variable, by its index among the active variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ActiveVariable(pub usize);

/// The bit of an active variable in a mask.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Bit(pub usize);

impl Bit {
    /// The index of the word that contains the bit.
    #[inline]
    pub(super) const fn word(self) -> usize {
        self.0 / 64
    }

    /// A word in which only this bit is set.
    #[inline]
    pub(super) const fn mask(self) -> u64 {
        1 << (self.0 % 64)
    }

    /// True if the bit is set in `words`.
    #[inline]
    pub(super) fn is_in(self, words: &[u64]) -> bool {
        words[self.word()] & self.mask() != 0
    }
}

/// A group of variables of which exactly one must be true.
pub(super) struct Clique {
    pub mask: Mask,
    pub role: Role,
    members: Vec<Member>,
}

/// How the construction determines whether a clique lacks its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The clique is the step with this index. It lacks its piece until that step.
    Step(usize),
    /// The clique is the key with this index. The group of a state shows whether the clique lacks its piece.
    Key(usize),
    /// The clique lacks its piece if it has an open variable.
    Open,
}

/// A set of active variables: one bit per variable, the range of words that contain members, and the last variable of
/// the set.
pub(super) struct Mask {
    pub bits: Vec<u64>,
    pub words: Range<usize>,
    pub last: ActiveVariable,
}

/// An active variable in a group.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Member {
    variable: ActiveVariable,
    /// Number of cells of the variable's orbit that the group contains.
    weight: u32,
}

fn bits<'a>(members: impl Iterator<Item = &'a Member>, active: usize) -> Vec<u64> {
    let mut bits = vec![0; active.div_ceil(64)];
    for member in members {
        let bit = Bit(active - 1 - member.variable.0);
        bits[bit.word()] |= bit.mask();
    }
    bits
}

/// A group whose pieces are counted.
pub(super) struct CountedGroup {
    pub mask: Mask,
    members: Vec<Member>,
    /// Masks of the variables whose weight is at least 2, at least 3, and so on.
    pub weight_masks: Vec<Vec<u64>>,
    pub bounds: Bounds,
    /// True if each active variable adds exactly 1 to the group's count.
    pub covers_board: bool,
    /// The place of the group's counter: the index of the word in the state, the lowest bit in that word, and the width
    /// in bits.
    pub word: usize,
    pub shift: u32,
    pub width: u32,
}

/// Consecutive active variables that are decided together.
pub(super) struct StepVariables {
    pub first: usize,
    pub len: usize,
    /// True if exactly one of the variables must be true.
    pub must_place: bool,
}

impl Mask {
    fn new(members: &[Member], active: usize) -> Self {
        let last = members.last().map_or(ActiveVariable(0), |member| member.variable);
        // The first variable has the last bit.
        let word = |member: &Member| Bit(active - 1 - member.variable.0).word();
        let words = members.last().map_or(0, word)..members.first().map_or(0, |it| word(it) + 1);
        Self { bits: bits(members.iter(), active), words, last }
    }
}

impl BitModel {
    /// The model of the solutions that are invariant under all of `symmetries`, which are symmetries of the problem.
    /// `keys` says whether keys are used. `None` if propagation shows that there are no solutions.
    pub(super) fn new(
        problem: &Problem,
        symmetries: SymmetryGroup,
        order: &VariableOrder,
        keys: Policy,
        monitor: &Monitor<'_>,
    ) -> Answer<Option<Self>> {
        /// Minimum number of active variables for keys, in total and per step that must place a piece. With fewer
        /// variables, a single group per step costs less.
        const MIN_VARIABLES: usize = 122;
        const MIN_VARIABLES_PER_STEP: usize = 11;
        let rules = problem.rules();
        let implied = rules.implied_groups();
        let mut groups: Vec<&Group> = rules.groups().iter().chain(&implied).collect();
        // Groups of the whole board come last, because the cliques before them may determine the number of pieces of
        // the board.
        let standing = rules.grid().standing_cells().count();
        groups.sort_by_key(|group| group.cells().len() == standing);
        let Some(values) = settle::propagate_decisions(problem, symmetries, &groups, monitor)?
        else {
            return Ok(None);
        };
        let size = order.size();
        let value = |variable: Variable| values[size.index(order.cell(variable))];
        let orbit = |variable: Variable| {
            symmetries.orbit(order.cell(variable), size).filter_map(|cell| order.variable(cell))
        };
        let first_of_orbit = |&variable: &Variable| orbit(variable).all(|other| other >= variable);
        let variables: Vec<Variable> = (order.variables())
            .filter(|variable| value(*variable).is_none() && first_of_orbit(variable))
            .collect();
        let fixed = order.variables().filter(|&variable| value(variable) == Some(true)).collect();
        let active = variables.len();
        let words = active.div_ceil(64);
        let offsets = rules.exclusions().offsets().len();
        let excluded_words = if offsets == 0 { 0 } else { words };
        let (phase, memory) = (Phase::Building, active * excluded_words * size_of::<u64>());
        monitor.begin(Progress { phase, steps: active, memory, ..Progress::default() })?;

        let mut actives = vec![None; order.len()];
        for (index, &variable) in variables.iter().enumerate() {
            orbit(variable).for_each(|other| actives[other.index()] = Some(ActiveVariable(index)));
        }
        let active_of = |cell| order.variable(cell).and_then(|variable| actives[variable.index()]);
        let mut excluded = vec![0_u64; active * excluded_words + padded(words)];
        for (from, &variable) in variables.iter().enumerate() {
            monitor.spend(excluded_words + offsets)?;
            for to in rules.board_rule(order.cell(variable)).filter_map(active_of) {
                let bit = Bit(active - 1 - to.0);
                excluded[from * excluded_words + bit.word()] |= bit.mask();
            }
        }
        let mut model = Self {
            variables,
            fixed,
            cliques: Vec::new(),
            counted: Vec::new(),
            steps: Vec::new(),
            keys: vec![0; active],
            key_count: 0,
            is_foldable: false,
            counter_words: 0,
            excluded,
            excluded_words,
            words,
        };
        let (mut job, mut memory) = (Job::new(monitor), 0);
        for group in groups {
            let cells = group.cells().iter().copied();
            let mut variables: Vec<ActiveVariable> = cells.clone().filter_map(active_of).collect();
            variables.sort_unstable();
            let members = variables.chunk_by(|a, b| a == b);
            let members: Vec<Member> = members
                .map(|same| Member { variable: same[0], weight: same.len() as u32 })
                .collect();
            let placed =
                cells.filter(|&cell| values[size.index(cell)] == Some(true)).count() as u32;
            let Bounds { lower, upper } = group.bounds();
            let bounds = Bounds {
                lower: lower.saturating_sub(placed),
                upper: upper.map(|upper| upper.saturating_sub(placed)),
            };
            // A group is compared with all others, and with the cliques by a list of the variables.
            let others = model.cliques.len() + model.counted.len() + active / 8;
            memory += model.group_memory(&members);
            job.report(memory, 0, members.len() * words + others)?;
            model.add_group(members, bounds);
        }
        model.add_steps();
        let placing = model.steps.iter().filter(|step| step.must_place).count();
        let is_large = active >= MIN_VARIABLES.max(MIN_VARIABLES_PER_STEP * placing);
        if keys.choose(true, false, || is_large) {
            model.add_keys();
        }
        if symmetries == SymmetryGroup::IDENTITY {
            model.is_foldable = model.can_fold(problem, order);
        }
        Ok(Some(model))
    }

    /// Adds a group, unless its bounds are always satisfied or the same group was added before.
    fn add_group(&mut self, members: Vec<Member>, bounds: Bounds) {
        let mask = Mask::new(&members, self.active());
        let is_clique = members.iter().all(|member| {
            let others = self.excluded(member.variable);
            let bit = self.bit(member.variable);
            (mask.bits.iter().zip(others).enumerate()).all(|(word, (&bits, &others))| {
                let own = if word == bit.word() { bit.mask() } else { 0 };
                bits & !others & !own == 0
            })
        });
        let weights = members.iter().map(|member| member.weight);
        let heaviest = weights.clone().max().unwrap_or_default();
        let most = if is_clique { heaviest } else { weights.sum() };
        let upper = bounds.upper.filter(|&upper| upper < most);
        if members.is_empty() || bounds.lower == 0 && upper.is_none() {
            return;
        }
        if is_clique && bounds.lower == 1 && upper.is_none() {
            if self.cliques.iter().all(|clique| clique.members != members) {
                self.cliques.push(Clique { mask, role: Role::Open, members });
            }
            return;
        }
        let bounds = Bounds { upper, ..bounds };
        if let Some(pieces) = self.pieces_of_cliques(&members)
            && bounds.lower <= pieces
            && bounds.upper.is_none_or(|upper| pieces <= upper)
        {
            return;
        }
        let heavier = (2..=heaviest)
            .map(|weight| {
                let heavy = members.iter().filter(|member| member.weight >= weight);
                bits(heavy, self.active())
            })
            .collect();
        if self.counted.iter().any(|it| it.members == members && it.bounds == bounds) {
            return;
        }
        let is_whole = members.len() == self.active() && heaviest == 1;
        let width = u32::BITS - upper.unwrap_or_default().max(bounds.lower).leading_zeros();
        let (word, shift) = match self.counted.last() {
            None => (0, 0),
            Some(before) if before.shift + before.width + width > u64::BITS => (before.word + 1, 0),
            Some(before) => (before.word, before.shift + before.width),
        };
        self.counter_words = word + 1;
        let group = CountedGroup {
            mask,
            members,
            weight_masks: heavier,
            bounds,
            covers_board: is_whole,
            word,
            shift,
            width,
        };
        self.counted.push(group);
    }

    /// The number of pieces on `members` in every solution, if some of the cliques partition `members`; `None`
    /// otherwise.
    fn pieces_of_cliques(&self, members: &[Member]) -> Option<u32> {
        let mut is_left = vec![false; self.active()];
        for member in members {
            is_left[member.variable.0] = member.weight == 1;
        }
        let (mut pieces, mut left) = (0, members.len());
        for Clique { members, .. } in &self.cliques {
            if members.iter().all(|member| is_left[member.variable.0]) {
                for member in members {
                    is_left[member.variable.0] = false;
                }
                pieces += 1;
                left -= members.len();
            }
        }
        (left == 0).then_some(pieces)
    }

    /// The number of active variables.
    pub(super) fn active(&self) -> usize {
        self.variables.len()
    }

    /// The bit of an active variable in a mask.
    pub(super) fn bit(&self, variable: ActiveVariable) -> Bit {
        Bit(self.active() - 1 - variable.0)
    }

    /// The active variable that a bit represents.
    pub(super) fn active_at(&self, bit: Bit) -> ActiveVariable {
        ActiveVariable(self.active() - 1 - bit.0)
    }

    /// The index of the first active variable that is undecided before a step; the number of active variables after the
    /// last step.
    fn first_undecided(&self, step: usize) -> usize {
        self.steps.get(step).map_or(self.active(), |step| step.first)
    }

    /// The number of words that the open variables take in a state before a step.
    pub(super) fn open_words(&self, step: usize) -> usize {
        (self.active() - self.first_undecided(step)).div_ceil(64)
    }

    /// The bits in use in the last word of the open variables before a step.
    pub(super) fn last_word_mask(&self, step: usize) -> u64 {
        match (self.active() - self.first_undecided(step)) % 64 {
            0 => u64::MAX,
            bits => (1 << bits) - 1,
        }
    }

    /// The number of words of a state before a step: counters and open variables.
    pub(super) fn state_words(&self, step: usize) -> usize {
        self.counter_words + self.open_words(step)
    }

    /// The state before the first step: all variables open, all counters 0.
    pub(super) fn first_state(&self) -> Vec<u64> {
        let mut state = vec![u64::MAX; self.state_words(0)];
        state[..self.counter_words].fill(0);
        if let Some(last) = state[self.counter_words..].last_mut() {
            *last &= self.last_word_mask(0);
        }
        state
    }

    /// The mask of the active variables that `variable` excludes.
    pub(super) fn excluded(&self, variable: ActiveVariable) -> &[u64] {
        &self.excluded[variable.0 * self.excluded_words..][..self.words]
    }

    /// The mask of the active variables that `variable` excludes, followed by further words. A caller reads one word
    /// per word of its states, and ignores bits of variables that are not open.
    #[inline]
    pub(super) fn excluded_padded(&self, variable: ActiveVariable) -> &[u64] {
        &self.excluded[variable.0 * self.excluded_words..]
    }

    /// The bits of the active variables that `variable` excludes.
    pub(super) fn excluded_bits(&self, variable: ActiveVariable) -> impl Iterator<Item = Bit> + '_ {
        bits_of(self.excluded(variable)).map(Bit)
    }

    /// The memory of the masks and of the members of a group, in bytes.
    fn group_memory(&self, members: &[Member]) -> usize {
        let masks = members.iter().map(|member| member.weight).max().unwrap_or(1) as usize;
        masks * self.words * size_of::<u64>() + size_of_val(members)
    }

    /// The memory of the masks and of the members of groups, in bytes.
    pub(super) fn memory(&self) -> usize {
        let cliques = self.cliques.iter().map(|clique| &clique.members);
        let groups = cliques.chain(self.counted.iter().map(|group| &group.members));
        let groups = groups.map(|members| self.group_memory(members));
        self.excluded.len() * size_of::<u64>() + groups.sum::<usize>()
    }
}
