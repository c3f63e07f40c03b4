//! Declares notices by tables.

/// Declares an enum of notices, and the function that puts them into words. A row is a variant, its data, and its
/// sentence; `$names` names operations and groups. Further sections have notices and errors of other types.
macro_rules! notices {
    (
        $(#[$doc:meta])* $name:ident, $names:ident:
        $($(#[$row_doc:meta])* $row:ident $({ $($field:ident: $type:ty),+ })? => $words:expr;)*
        $([areas] $($area:ident($area_type:ty)),+; [errors] $($error:ident($error_type:ty)),+;)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[expect(missing_docs, reason = "the sentence of a row says what its variant and data are")]
        pub enum $name {
            $($(#[$row_doc])* $row $({ $($field: $type),+ })?,)*
            $($($area($area_type),)+ $($error($error_type),)+)?
        }

        impl $name {
            /// The sentence for the user.
            pub fn in_words(&self, $names: &dyn $crate::Names) -> String {
                match self {
                    $(Self::$row $({ $($field),+ })? => String::from($words),)*
                    $(
                        $(Self::$area(notice) => notice.in_words($names),)+
                        $(Self::$error(error) => error.to_string(),)+
                    )?
                }
            }
        }

        $(
            $(impl From<$area_type> for $name {
                fn from(notice: $area_type) -> Self {
                    Self::$area(notice)
                }
            })+
            $(impl From<$error_type> for $name {
                fn from(error: $error_type) -> Self {
                    Self::$error(error)
                }
            })+
        )?
    };
}
