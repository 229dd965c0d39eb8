"""Whoever waits at a terminal is told what is being done, and the line is gone at the end; nobody else sees it.

    progress_on_a_terminal.py DEALWRIGHT
"""

import os
import pty
import re
import select
import subprocess
import sys
import time

PROGRAM = sys.argv[1]
# Each command would take minutes. What its line must say by then:
FREE_ROWS = "pretzel/shuffled?ranks=13&rules=free-rows~p8@1"
BOARD = "boxoff:" + "/".join(["ABCDABCD", "CDABCDAB"] * 4)
COMMANDS = {
    "deal pretzel/shuffled ranks=13 --level gentle --seed x": r"0 found; [\d,]+ deals? tried: .*positions",
    "deal pretzel/shuffled ranks=13 rules=free-rows --solvable --seed p8": r"(tried|trying).* [\d,]+ positions",
    f"solve {FREE_ROWS}": r"searches for a solution; [\d,]+ positions",
    f"solve --graph {FREE_ROWS} --solver lookahead": r"exploring every position; [\d,]+ positions",
    f"repair --all {BOARD}": r"(solving|changes? tried, \d+ of them help|rated).* [\d,]+ positions",
    "rate pretzel:2S3S4S--/2H3H4H--/2D3D4D--/2C3C--4C --setup pretzel/shuffled ranks=13":
        r"\d+ of 300 deals compared, \d+ solvable; [\d,]+ positions",
    "tune boxoff/ltiles --designs 2 --samples 20 --enough 20 --confirm 2000000":
        r"confirming \d+ designs? on 2,000,000 fresh deals each(.|\s)*[\d,]+/[\d,]+,000,000",
    "tune boxoff/ltiles --designs 2 --samples 2000000": r"[\d,]+/[\d,]+,000,000",
}


def seen_on_a_terminal(command, wanted):
    """What a command writes to a terminal until it has written what is wanted, but for a minute at most."""
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
    process = subprocess.Popen([PROGRAM, *command.split()], stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    seen, end = "", time.monotonic() + 60
    try:
        while time.monotonic() < end and not re.search(wanted, seen):
            if select.select([master], [], [], 0.2)[0]:
                seen += os.read(master, 65536).decode(errors="replace")
    except OSError:
        pass  # the command has ended
    finally:
        process.kill()
        process.wait()
        os.close(master)
    return seen


def seen_to_the_end(command, **streams):
    master, slave = pty.openpty()
    files = {"stdout": slave, "stderr": slave} | streams
    process = subprocess.Popen([PROGRAM, *command.split()], **files, env={**os.environ, "TERM": "xterm"})
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        seen += part
    rest, _ = process.communicate()
    os.close(master)
    return seen.decode(errors="replace"), (rest or b"").decode()


for command, wanted in COMMANDS.items():
    seen = seen_on_a_terminal(command, wanted)
    assert re.search(wanted, seen), f"{command}: nothing like {wanted} in {seen!r}"

# A search of a second or more, ended by its limit: the line appears and is wiped out, and the answer stands alone.
command = f"solve --max-states 1500000 {FREE_ROWS} {FREE_ROWS}"
seen, _ = seen_to_the_end(command)
assert "searches for a solution" in seen and "Undecided: the limit of 1,500,000 states ran out." in seen, seen
last_line = seen.rindex("searches for a solution")
assert "\x1b[2K" in seen[last_line:] or "\r" in seen[last_line:], seen
# Where standard error is no terminal there is no line, on either side.
seen, rest = seen_to_the_end(command, stderr=subprocess.PIPE)
assert "searches" not in seen + rest and "Undecided" in seen, seen + rest
# A standard error that is closed stops nothing.
closed = subprocess.run(["sh", "-c", f'exec "{PROGRAM}" solve boxoff:AABB 2>&-'], capture_output=True, text=True)
assert closed.returncode == 0 and closed.stdout.startswith("Solvable"), closed
print(f"{len(COMMANDS) + 3} commands: what is being done is told at a terminal and nowhere else")
