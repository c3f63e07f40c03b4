//! Differences between colours, also for dichromats. The tests measure the palettes with it.

use super::color::Rgb;

/// A kind of colour vision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vision {
    Normal,
    Deuteranopia,
    Protanopia,
}

impl Vision {
    /// The colour as a person with this vision sees it (Machado, Oliveira and Fernandes, 2009, at full
    /// severity).
    fn sees(self, color: Rgb) -> Rgb {
        let matrix = match self {
            Self::Normal => return color,
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        };
        let seen = color.linear();
        Rgb::from_linear(
            matrix.map(|row| row.iter().zip(seen).map(|(factor, value)| factor * value).sum()),
        )
    }
}

/// The difference of two colours by CIEDE2000 (Sharma, Wu and Dalal, 2005). A difference of about 1 is
/// just visible.
pub(super) fn distance(one: Rgb, other: Rgb, vision: Vision) -> f64 {
    ciede2000(lab(vision.sees(one)), lab(vision.sees(other)))
}

/// Converts a colour to CIELAB under D65.
fn lab(color: Rgb) -> [f64; 3] {
    let [red, green, blue] = color.linear().map(f64::from);
    let white = [0.950_47, 1.0, 1.088_83];
    let xyz = [
        0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue,
        0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue,
        0.019_333_9 * red + 0.119_192 * green + 0.950_304_1 * blue,
    ];
    let [x, y, z] = [0, 1, 2].map(|axis| {
        let value: f64 = xyz[axis] / white[axis];
        if value > 216.0 / 24_389.0 {
            value.cbrt()
        } else {
            (24_389.0 / 27.0 * value + 16.0) / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn ciede2000([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let seventh = |chroma: f64| (chroma.powi(7) / (chroma.powi(7) + 25_f64.powi(7))).sqrt();
    let mean = f64::midpoint(a1.hypot(b1), a2.hypot(b2));
    let stretch = 1.0 + 0.5 * (1.0 - seventh(mean));
    let polar = |a: f64, b: f64| {
        let a = a * stretch;
        let hue =
            if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) };
        (a.hypot(b), hue)
    };
    let ((c1, h1), (c2, h2)) = (polar(a1, b1), polar(a2, b2));
    let is_grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if is_grey => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let hue = if is_grey {
        h1 + h2
    } else if (h1 - h2).abs() <= 180.0 {
        f64::midpoint(h1, h2)
    } else if h1 + h2 < 360.0 {
        f64::midpoint(h1, h2) + 180.0
    } else {
        f64::midpoint(h1, h2) - 180.0
    };
    let (lightness, chroma) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(hue - 30.0) + 0.24 * cos(2.0 * hue) + 0.32 * cos(3.0 * hue + 6.0)
        - 0.2 * cos(4.0 * hue - 63.0);
    let from_middle = (lightness - 50.0).powi(2);
    let dl = (l2 - l1) / (1.0 + 0.015 * from_middle / (20.0 + from_middle).sqrt());
    let dc = (c2 - c1) / (1.0 + 0.045 * chroma);
    let dh = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin() / (1.0 + 0.015 * chroma * t);
    let rotation = (60.0 * (-((hue - 275.0) / 25.0).powi(2)).exp()).to_radians().sin();
    let cross = -rotation * 2.0 * seventh(chroma) * dc * dh;
    (dl.powi(2) + dc.powi(2) + dh.powi(2) + cross).sqrt()
}

/// Some pairs from the table that was published with the formula.
#[test]
fn distances_are_those_published() {
    for (one, other, expected) in [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, -1.0, 2.0], [50.0, 0.0, 0.0], 2.3669),
        ([50.0, 2.5, 0.0], [61.0, -5.0, 29.0], 22.8977),
        ([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373),
    ] {
        assert!((ciede2000(one, other) - expected).abs() < 1e-4, "{one:?} {other:?}");
    }
}
