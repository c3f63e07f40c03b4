/// If the system limits the address space, restarts the program so that its threads share one heap. Usually each
/// thread reserves 64 MiB for its heap, which leaves too little for other memory.
#[cfg(target_os = "linux")]
pub fn use_memory_sparingly() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Resource, getrlimit};

    const HEAPS: &str = "MALLOC_ARENA_MAX";
    if getrlimit(Resource::As).current.is_some()
        && env::var_os(HEAPS).is_none()
        && let Ok(program) = env::current_exe()
    {
        // Returns only if that fails.
        let _ = Command::new(program).args(env::args_os().skip(1)).env(HEAPS, "1").exec();
    }
}

/// Other systems need no such help.
#[cfg(not(target_os = "linux"))]
pub fn use_memory_sparingly() {}

/// Lets the writing of a file fail at the size that the system allows. Usually, a signal would end the program.
///
/// # Errors
/// When the signal cannot be handled.
#[cfg(unix)]
pub fn survive_file_limit() -> std::io::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())?;
    Ok(())
}

/// Other systems have no such signal.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn survive_file_limit() -> std::io::Result<()> {
    Ok(())
}
