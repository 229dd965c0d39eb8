"""What it costs to solve from Python instead of by the command: CPU seconds for the same challenges, in turns.

Usage: python_cost.py DEALWRIGHT [CHALLENGES [ROUNDS]], with a release build and the wheel installed. CPU seconds are those of
whole processes, start and input included, so that both sides pay for all they do.
"""

import os
import subprocess
import sys
import tempfile

PYTHON = """
import sys, dealwright
ids = open(sys.argv[1]).read().split()
answers = dealwright.solve(ids, threads=int(sys.argv[2]) or None)
print(sum(answer.verdict == "solvable" for answer in answers))
"""


def cpu_seconds(command, **more):
    before = os.times()
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system, done.stdout


def main():
    program = sys.argv[1]
    count, rounds = (int(word) for word in (sys.argv[2:] + ["100000", "3"][len(sys.argv) - 2 :]))
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "ids")
        deal = [program, "deal", "fujisan/dominoes", "--seed", "cost", "--samples", str(count), "--ids"]
        with open(file, "w") as out:
            subprocess.run(deal, check=True, stdout=out)
        sums = {"command": 0.0, "python, one thread": 0.0, "python, all cores": 0.0}
        for _ in range(rounds):
            with open(file) as ids:
                seconds, text = cpu_seconds([program, "solve", "--json", "-"], stdin=ids)
            solvable = text.count('"verdict":"solvable"')
            sums["command"] += seconds
            for name, threads in (("python, one thread", "1"), ("python, all cores", "0")):
                seconds, text = cpu_seconds([sys.executable, "-c", PYTHON, file, threads])
                assert int(text) == solvable, "both find the same"
                sums[name] += seconds
        for name, seconds in sums.items():
            print(f"{name:20} {seconds / rounds:8.2f} CPU s for {count:,} challenges, {seconds / sums['command'] - 1:+.1%}")


main()
