use super::arguments::LessonArguments;
use super::board;
use app::LessonSource;
use app::lesson::Lesson;
use files::is_stdin;
use problem::BoardFile;

/// Opens the board with a lesson.
pub(super) fn run(arguments: &LessonArguments) -> anyhow::Result<()> {
    let source = arguments.lesson.clone().unwrap_or_default();
    let lesson = Lesson::read(&source)?;
    let options = board::options(&arguments.engine, &arguments.look)?;
    let has_input = matches!(&source, LessonSource::File(path) if is_stdin(path));
    board::check_terminal(has_input)?;
    let mut opening =
        board::new_session_setup(BoardFile::default(), arguments.look.assist, Vec::new());
    opening.lesson = Some(lesson);
    board::run_board(opening, &options)
}
