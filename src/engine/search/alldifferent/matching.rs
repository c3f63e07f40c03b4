use crate::search::domains::TrailedDomains;
use crate::search::model::ShiftedKeys;

const NONE: u16 = u16::MAX;

/// Domain consistency of one all-different constraint: every remaining value is part of an assignment of different keys
/// to all variables.
///
/// Method: Régin, *A filtering algorithm for constraints of difference in CSPs* (AAAI 1994). A maximum matching of
/// variables and keys is kept between calls and repaired. A value is removed if its key is matched with another
/// variable, from which neither a free key nor the value's own variable can be reached.
pub(in crate::search) struct Matching {
    keys: ShiftedKeys,
    /// For each variable, its matched value.
    values: Vec<u16>,
    /// For each key, its matched variable.
    owners: Vec<u16>,
    /// For each key, the number of the last attempt to repair the matching that visited the key.
    seen: Vec<u64>,
    attempt: u64,
    components: Components,
}

/// The strongly connected components of the variables, by Tarjan's algorithm. A variable has an
/// edge to the owner of each key that is a value of the variable.
struct Components {
    variables: Vec<Visited>,
    stack: Vec<u16>,
    clock: u16,
}

/// The data of Tarjan's algorithm for a variable.
#[derive(Clone, Copy, Default)]
struct Visited {
    /// The position in the order of visits, from 1; 0 if not visited yet.
    at: u16,
    low: u16,
    component: u16,
    /// True if a free key can be reached from the variable.
    free: bool,
}

impl Matching {
    pub(crate) fn new(keys: ShiftedKeys, variables: usize) -> Self {
        Self {
            values: vec![NONE; variables],
            owners: vec![NONE; keys.number()],
            seen: vec![0; keys.number()],
            attempt: 0,
            components: Components {
                variables: vec![Visited::default(); variables],
                stack: Vec::with_capacity(variables),
                clock: 0,
            },
            keys,
        }
    }

    /// Appends the values that the constraint excludes to `removed`, as pairs of variable and value. Returns false if
    /// the variables cannot have different keys.
    pub(crate) fn filter<const W: usize>(
        &mut self,
        domains: &TrailedDomains<W>,
        lines: &[u16],
        removed: &mut Vec<(u16, u16)>,
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
                if !self.rematch(domains, lines, variable) {
                    return false;
                }
            }
        }
        self.components.variables.fill(Visited::default());
        self.components.clock = 0;
        for variable in 0..lines.len() {
            if self.components.variables[variable].at == 0 {
                self.visit(domains, lines, variable);
            }
        }
        for (variable, &line) in lines.iter().enumerate() {
            for value in domains.values(variable) {
                let owner = usize::from(self.owners[self.keys.key(line, value)]);
                let of = |variable: usize| self.components.variables[variable];
                let stays = owner == usize::from(NONE)
                    || of(owner).free
                    || of(owner).component == of(variable).component;
                if !stays {
                    removed.push((variable as u16, value as u16));
                }
            }
        }
        true
    }

    /// Matches a variable with a key, and other variables with other keys if necessary. Returns false if that is
    /// impossible.
    fn rematch<const W: usize>(
        &mut self,
        domains: &TrailedDomains<W>,
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
            if owner == NONE || self.rematch(domains, lines, owner.into()) {
                self.owners[key] = variable as u16;
                self.values[variable] = value as u16;
                return true;
            }
        }
        false
    }

    fn visit<const W: usize>(
        &mut self,
        domains: &TrailedDomains<W>,
        lines: &[u16],
        variable: usize,
    ) {
        self.components.enter(variable);
        for value in domains.values(variable) {
            let owner = usize::from(self.owners[self.keys.key(lines[variable], value)]);
            if owner == usize::from(NONE) {
                self.components.variables[variable].free = true;
            } else if owner != variable {
                if self.components.variables[owner].at == 0 {
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
        let (at, low) = (self.clock, self.clock);
        self.variables[variable] = Visited { at, low, component: NONE, free: false };
        self.stack.push(variable as u16);
    }

    /// Updates `from` after its edge to a visited variable `to`.
    fn join(&mut self, from: usize, to: usize) {
        let (to, from) = (self.variables[to], &mut self.variables[from]);
        if to.component == NONE {
            from.low = from.low.min(to.low);
        }
        from.free |= to.free;
    }

    /// Completes the component whose first visited variable is `variable`, if there is such a component.
    fn leave(&mut self, variable: usize) {
        if self.variables[variable].low < self.variables[variable].at {
            return;
        }
        let begin = self.stack.iter().rposition(|&other| usize::from(other) == variable);
        let begin = begin.unwrap_or_default();
        let is_free = |&other: &u16| self.variables[usize::from(other)].free;
        let free = self.stack[begin..].iter().any(is_free);
        for other in self.stack.drain(begin..) {
            let other = &mut self.variables[usize::from(other)];
            (other.component, other.free) = (variable as u16, free);
        }
    }
}
