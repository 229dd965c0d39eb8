#!/bin/sh
# Runs the parts by GNU parallel, then joins them. Options are given on to parallel. Machines that see this directory under
# the same path share the work: ./parallel.sh --sshloginfile machines --workdir .
# Stopped and run again, it goes on where it was.
set -eu
cd "$(dirname "$0")"
dealwright=${DEALWRIGHT:-{{PROGRAM}}}
jobs=$(($(nproc) / {{CPUS}}))
[ "$jobs" -ge 1 ] || jobs=1
seq {{SHARDS}} | parallel --quote --jobs "$jobs" --retries 3 --joblog logs/parallel.tsv "$@" \
    "$dealwright" study {{MANIFEST}} --shard {}/{{SHARDS}} --threads {{CPUS}} --out {{PARTS}}/{}
exec "$dealwright" merge --out {{MERGED}} {{PARTS}}/*
