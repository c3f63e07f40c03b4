//! Settings of the board: some are on or off, some have other values.

use std::fmt;

use strum::{Display, EnumIter, EnumString, VariantNames};

use geometry::{UnknownWord, suggestion};

/// A setting of the board that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumIter, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Setting {
    /// Shows the solving time of a puzzle.
    Clock,
    /// Shows the progress of rows, columns and regions.
    Counters,
    /// Marks groups with too many pieces or not enough open cells.
    Broken,
    /// Marks each cell that placed pieces exclude by a cross.
    AutoMark,
    /// Compares the counts of the ROBDD with the counts of another engine.
    Verify,
    /// Completes the board when only one solution remains.
    Autocomplete,
    /// Tells the numbers of a whole watched search before its end.
    Totals,
    /// Hints may use that a puzzle has only one solution.
    Uniqueness,
}

impl Setting {
    /// A short description.
    pub(crate) const fn help(self) -> &'static str {
        match self {
            Self::Clock => "the time that the puzzle has taken",
            Self::Counters => "how far rows, columns and regions are",
            Self::Broken => "what has too many pieces or no room left, in crimson",
            Self::AutoMark => "a cross on what placed pieces rule out",
            Self::Autocomplete => "with one solution left, the program places the rest",
            Self::Totals => "what a watched search will have found at its end",
            Self::Uniqueness => "hints may use that a puzzle has only one solution",
            Self::Verify => "counts of the ROBDD are compared with another engine's",
        }
    }
}

/// The reaction to a piece on a wrong cell of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_fn = unknown::<Mistakes>, parse_err_ty = UnknownWord)]
pub enum Mistakes {
    /// Wrong pieces are not reported.
    #[default]
    Off,
    /// The mistake is counted.
    Count,
    /// The mistake is counted, and the piece is not placed.
    Refuse,
}

impl Mistakes {
    const fn help(self) -> &'static str {
        match self {
            Self::Off => "nobody tells of mistakes",
            Self::Count => "pieces on wrong cells are counted",
            Self::Refuse => "pieces on wrong cells are counted and not placed",
        }
    }
}

/// The effect of a click on a cell of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[strum(parse_err_fn = unknown::<Click>, parse_err_ty = UnknownWord)]
pub enum Click {
    /// An empty cell gets a cross, a cross becomes a piece, and a piece is taken back.
    #[default]
    Cycle,
    /// An empty cell gets a piece, and any decision is taken back.
    Place,
}

impl Click {
    const fn help(self) -> &'static str {
        match self {
            Self::Cycle => "a click goes from empty to a cross, a piece, and empty again",
            Self::Place => "a click places a piece or takes back",
        }
    }
}

fn unknown<T: VariantNames>(text: &str) -> UnknownWord {
    UnknownWord::new(text, format!("is none of {}", T::VARIANTS.join(", ")))
}

/// A setting with its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingChange {
    /// Turns a setting on or off; `None` toggles.
    Switch(Setting, Option<bool>),
    /// Changes the reaction to pieces on wrong cells.
    Mistakes(Mistakes),
    /// Changes the effect of a click on a cell of a puzzle.
    Click(Click),
}

impl SettingChange {
    /// True for the aids of a player, which are a habit. The other settings belong to one board or one lecture.
    pub(crate) const fn is_habit(self) -> bool {
        match self {
            Self::Mistakes(_) | Self::Click(_) => true,
            Self::Switch(setting, _) => match setting {
                Setting::Clock | Setting::Counters | Setting::Broken | Setting::AutoMark => true,
                Setting::Verify | Setting::Autocomplete | Setting::Totals | Setting::Uniqueness => {
                    false
                }
            },
        }
    }

    /// The names of all settings.
    pub(crate) fn names() -> Vec<&'static str> {
        Setting::VARIANTS.iter().copied().chain(["mistakes", "click"]).collect()
    }

    /// The values of the setting with this name.
    pub(crate) fn values(name: &str) -> &'static [&'static str] {
        match name {
            "mistakes" => Mistakes::VARIANTS,
            "click" => Click::VARIANTS,
            _ => &["on", "off"],
        }
    }

    /// Parses a name and a value.
    ///
    /// # Errors
    /// When the name or the value is unknown. The error is a sentence for the user.
    pub(crate) fn parse(name: &str, value: &str) -> Result<Self, String> {
        let wrong = |error: UnknownWord| format!("'set {name}': {error}");
        match name {
            "mistakes" => return value.parse().map(Self::Mistakes).map_err(wrong),
            "click" => return value.parse().map(Self::Click).map_err(wrong),
            _ => {}
        }
        let setting = name.parse().map_err(|_| {
            let names = Self::names();
            format!("'{name}' is none of {}{}", names.join(", "), suggestion(name, names))
        })?;
        match value {
            "" => Ok(Self::Switch(setting, None)),
            "on" => Ok(Self::Switch(setting, Some(true))),
            "off" => Ok(Self::Switch(setting, Some(false))),
            _ => Err(format!("'{value}' is neither 'on' nor 'off'")),
        }
    }

    /// A short description.
    pub(crate) const fn help(self) -> &'static str {
        match self {
            Self::Switch(setting, _) => setting.help(),
            Self::Mistakes(mistakes) => mistakes.help(),
            Self::Click(click) => click.help(),
        }
    }
}

impl fmt::Display for SettingChange {
    /// Writes name and value, as in `clock off`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(setting, None) => write!(f, "{setting}"),
            Self::Switch(setting, Some(true)) => write!(f, "{setting} on"),
            Self::Switch(setting, Some(false)) => write!(f, "{setting} off"),
            Self::Mistakes(mistakes) => write!(f, "mistakes {mistakes}"),
            Self::Click(click) => write!(f, "click {click}"),
        }
    }
}

/// All settings. By default all switches are on, except [`Setting::AutoMark`] and
/// [`Setting::Uniqueness`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    switches: [bool; 8],
    /// The reaction to a piece on a wrong cell of a puzzle.
    pub mistakes: Mistakes,
    /// The effect of a click on a cell of a puzzle.
    pub click: Click,
}

impl Default for Settings {
    fn default() -> Self {
        let switches = [true, true, true, false, true, true, true, false];
        Self { switches, mistakes: Mistakes::default(), click: Click::default() }
    }
}

impl Settings {
    /// True if the setting is on.
    pub const fn has(self, setting: Setting) -> bool {
        self.switches[setting as usize]
    }

    /// Turns the setting on or off.
    pub const fn set(&mut self, setting: Setting, is_on: bool) {
        self.switches[setting as usize] = is_on;
    }

    /// Changes a setting, and returns the change with the new value.
    pub(crate) fn change(&mut self, change: SettingChange) -> SettingChange {
        match change {
            SettingChange::Switch(setting, wanted) => {
                let is_on = wanted.unwrap_or(!self.has(setting));
                self.set(setting, is_on);
                return SettingChange::Switch(setting, Some(is_on));
            }
            SettingChange::Mistakes(mistakes) => self.mistakes = mistakes,
            SettingChange::Click(click) => self.click = click,
        }
        change
    }
}
