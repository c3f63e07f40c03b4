use std::fmt;

/// An approximate number of solutions, of any size.
///
/// Numbers below a million are printed as whole numbers, larger ones with three digits and an exponent.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Magnitude {
    ln: f64,
}

impl Magnitude {
    /// The number with the natural logarithm `ln`.
    ///
    /// # Panics
    /// When `ln` is not a number.
    pub fn from_ln(ln: f64) -> Self {
        assert!(!ln.is_nan(), "a logarithm that is no number");
        Self { ln }
    }

    /// The number multiplied by `share`.
    pub fn part(self, share: f64) -> Self {
        Self { ln: self.ln + share.ln() }
    }

    /// The natural logarithm of the number; minus infinity for 0.
    pub const fn ln(self) -> f64 {
        self.ln
    }

    /// The number itself; infinity above 1.8e308.
    pub fn value(self) -> f64 {
        self.ln.exp()
    }
}

impl From<u32> for Magnitude {
    fn from(number: u32) -> Self {
        Self { ln: f64::from(number).ln() }
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value() < 999_999.5 {
            return f.pad(&format!("{:.0}", self.value()));
        }
        let log = self.ln / std::f64::consts::LN_10;
        let mut exponent = log.floor();
        let mut mantissa = (10_f64.powf(log - exponent) * 100.0).round() / 100.0;
        if mantissa >= 10.0 {
            (mantissa, exponent) = (1.0, exponent + 1.0);
        }
        f.pad(&format!("{mantissa:.2}e{exponent:.0}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_with_three_digits_or_whole() {
        let text = |ln: f64| Magnitude::from_ln(ln).to_string();
        assert_eq!(text(f64::NEG_INFINITY), "0");
        assert_eq!(Magnitude::from(92).to_string(), "92");
        assert_eq!(text(999_999.4_f64.ln()), "999999");
        assert_eq!(text(999_999.6_f64.ln()), "1.00e6");
        assert_eq!(text(2.436e44_f64.ln()), "2.44e44");
        assert_eq!(text(9.996e44_f64.ln()), "1.00e45");
        // Larger than any floating-point number.
        assert_eq!(text(5000.0 * std::f64::consts::LN_10 + 3_f64.ln()), "3.00e5000");
        assert_eq!(text(400.0 * std::f64::consts::LN_10 + 1.5_f64.ln()), "1.50e400");
    }
}
