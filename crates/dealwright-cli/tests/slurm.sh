#!/usr/bin/env bash
# A study on a real Slurm of two nodes, all on this machine, one of which dies in the middle of its part.
#
#   slurm.sh DEALWRIGHT
#
# Needs root, or sudo without questions, on Debian or its kin; installs slurm-wlm and munge where they are missing. Takes about
# five minutes, half of which Slurm waits before it runs a job again whose node died.
set -euo pipefail

if [ "$(id -u)" != 0 ]; then exec sudo --preserve-env=PATH "$0" "$@"; fi
dealwright=$(realpath "$1")
missing=
command -v slurmctld >/dev/null && command -v slurmd >/dev/null && command -v sbatch >/dev/null || missing=slurm-wlm
command -v munged >/dev/null || missing="$missing munge"
if [ -n "$missing" ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

work=$(mktemp -d /tmp/dealwright-slurm.XXXXXX)
chmod 755 "$work"
export SLURM_CONF=$work/slurm.conf
say() { printf '%s  %s\n' "$(date +%T)" "$*"; }
fail() { say "FAILED: $*"; exit 1; }

# Whatever happens, what was started is ended; what it said is shown if the test fails.
started=()
finish() {
    status=$?
    for pid in "${started[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
    kill_node n1; kill_node n2
    if [ $status = 0 ]; then rm -rf "$work"; else tail -n 20 "$work"/*.log "$work"/plan/logs/* 2>/dev/null || true; echo "see $work"; fi
}
trap finish EXIT

# The processes of all jobs on a node, and the one that watches over each: what dies with a machine.
job_processes() {
    local environ pid
    for environ in /proc/[0-9]*/environ; do
        pid=${environ#/proc/}; pid=${pid%/environ}
        if tr '\0' '\n' 2>/dev/null <"$environ" | grep -qx "SLURM_CONF=$SLURM_CONF" &&
            tr '\0' '\n' 2>/dev/null <"$environ" | grep -qx "SLURMD_NODENAME=$1"; then
            echo "$pid"
            sed -n 's/^PPid:\t//p' "/proc/$pid/status" 2>/dev/null | while read -r parent; do
                if grep -q slurmstepd "/proc/$parent/comm" 2>/dev/null; then echo "$parent"; fi
            done
        fi
    done
}
kill_node() {
    local pids
    if [ -s "$work/$1.pid" ]; then kill -9 "$(cat "$work/$1.pid")" 2>/dev/null || true; fi
    pids=$(job_processes "$1" | sort -u)
    if [ -n "$pids" ]; then kill -9 $pids 2>/dev/null || true; fi
}

# Munge proves to Slurm who somebody is.
if ! munge -n 2>/dev/null | unmunge >/dev/null 2>&1; then
    mkdir -p /run/munge && chown munge:munge /run/munge
    if ! [ -s /etc/munge/munge.key ]; then runuser -u munge -- mungekey --create 2>/dev/null || mungekey --create; chown munge:munge /etc/munge/munge.key; fi
    runuser -u munge -- munged
    started+=("$(cat /run/munge/munged.pid)")
fi

host=$(hostname -s)
mkdir -p "$work"/{state,spool}
cat >"$SLURM_CONF" <<CONF
ClusterName=dealwright
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16900
SlurmUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool/%n
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/%n.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/%n.log
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=20
NodeName=n[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[16901-16902] CPUs=1 RealMemory=4000
PartitionName=main Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld -f "$SLURM_CONF"
for _ in $(seq 50); do [ -s "$work/ctld.pid" ] && break; sleep 0.1; done
started+=("$(cat "$work/ctld.pid")")
for node in n1 n2; do mkdir -p "$work/spool/$node"; slurmd -f "$SLURM_CONF" -N $node; done
for _ in $(seq 60); do [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ] && break; sleep 1; done
[ "$(sinfo -h -t idle -o %D)" = 2 ] || fail "the nodes do not come up: $(sinfo 2>&1)"
say "Slurm $(sinfo --version | cut -d' ' -f2) with two nodes is up"

# Parts of some twenty seconds each, in many blocks.
cat >"$work/study.toml" <<STUDY
setups = ["fujisan/dominoes", "pretzel/shuffled"]
samples = 400
block = 10
seed = "slurm"
measures = ["all"]
STUDY
(cd "$work" && "$dealwright" study study.toml --out single 2>single.log >/dev/null)
say "single run: $(tail -n 1 "$work/single.log")"
(cd "$work" && "$dealwright" cluster plan study.toml --shards 4 --memory 1G --out plan)
"$work/plan/slurm-submit.sh"

# The part at work on n1, when it has some blocks and lacks others.
part_on_n1() { squeue -h -r -w n1 -t running -n dealwright -o %K | head -n 1; }
part=
for _ in $(seq 600); do
    part=$(part_on_n1)
    if [ -n "$part" ] && [ "$(ls "$work/plan/parts/$part/records" 2>/dev/null | wc -l)" -ge 3 ]; then break; fi
    sleep 0.1
done
[ -n "$part" ] || fail "no part came to n1"
kill_node n1
before=$(ls "$work/plan/parts/$part/records")
cp -a "$work/plan/parts/$part/records" "$work/before"
"$dealwright" cluster status --json "$work/plan" >"$work/status.json"
grep -q "{\"part\":$part,\"state\":\"begun\"" "$work/status.json" || fail "part $part was not killed in the middle: $(cat "$work/status.json")"
say "n1 killed with $(echo "$before" | wc -l) blocks of part $part done; Slurm notices after 20 seconds and waits two minutes"

for _ in $(seq 600); do
    [ -z "$(squeue -h)" ] && break
    sleep 1
done
[ -z "$(squeue -h)" ] || fail "jobs are left: $(squeue)"
sinfo -h -N -o '%N %T' | grep -q '^n1 down' || fail "n1 is not down: $(sinfo -N)"
"$dealwright" cluster status "$work/plan"

# The part began twice, kept what it had, and ended on the other node.
[ "$(grep -c '"event":"begin"' "$work/plan/parts/$part/runs.jsonl")" = 2 ] || fail "part $part was not run again"
[ "$(grep -c '"event":"end"' "$work/plan/parts/$part/runs.jsonl")" = 1 ] || fail "part $part did not end once"
for block in $before; do
    [ "$(stat -c %Y%s "$work/before/$block")" = "$(stat -c %Y%s "$work/plan/parts/$part/records/$block")" ] || fail "$block was made again"
done
diff -r "$work/single/records" "$work/plan/merged/records" || fail "records differ"
diff "$work/single/manifest.json" "$work/plan/merged/manifest.json" || fail "manifests differ"
diff "$work/single/SHA256SUMS" "$work/plan/merged/SHA256SUMS" || fail "checksums differ"
(cd "$work/plan/merged" && sha256sum --quiet --check SHA256SUMS)
say "merged records are byte for byte those of the single run"
