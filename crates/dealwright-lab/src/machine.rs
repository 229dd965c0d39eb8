//! Where and when something was made, for run logs and reports.

use std::time::{SystemTime, UNIX_EPOCH};

/// Cores of this machine.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What a report says of where it was made.
pub struct Machine {
    /// Year, month and day, in universal time.
    pub date: String,
    /// The operating system.
    pub os: &'static str,
    /// The processor's architecture.
    pub arch: &'static str,
    /// The processor's name, where the system tells.
    pub cpu: Option<String>,
    /// Cores.
    pub cores: usize,
}

/// This machine, today.
pub fn machine() -> Machine {
    Machine {
        date: date_of(now()),
        os: std::env::consts::OS,
        arch: std::env::consts::ARCH,
        cpu: cpu_name(),
        cores: cores(),
    }
}

/// The day of a time in seconds since 1970, in the Gregorian calendar.
fn date_of(unix_time: u64) -> String {
    let (mut year, mut days) = (1970, unix_time / 86_400);
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

/// Today in UTC, `2026-01-31`.
pub fn today() -> String {
    date_of(now())
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// The processor's name, where the system tells.
pub(crate) fn cpu_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_in_the_calendar() {
        let dates = [(0, "1970-01-01"), (951_782_400, "2000-02-29"), (1_798_761_599, "2026-12-31")];
        for (time, date) in dates {
            assert_eq!(date_of(time), date);
        }
    }
}
