//! A study cut into parts as schedulers run them: whatever happens to a part, the whole comes out the same.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use common::{assert_same, place, refuse, succeed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const STUDY: &str = r#"
    setups = ["pretzel/shuffled", "mine.toml"]
    samples = 1500
    block = 50
    seed = "c"
    measures = ["length", "chance"]
    [parameters]
    ranks = [4, 5]
"#;

/// A study with a setup from a file, run at once and planned in so many parts.
fn planned(name: &str, shards: u64) -> (PathBuf, PathBuf) {
    let place = place(name);
    succeed(&format!("new {} --from pretzel/banded", place.join("mine").display()));
    let file = place.join("study.toml");
    fs::write(&file, STUDY).unwrap();
    let (whole, plan) = (place.join("whole"), place.join("plan"));
    succeed(&format!("study {} --out {}", file.display(), whole.display()));
    let said =
        succeed(&format!("cluster plan {} --shards {shards} --out {}", file.display(), plan.display()));
    assert!(said.contains("6,000 challenges in"), "{said}");
    // From here on the plan is enough.
    fs::remove_file(file).unwrap();
    fs::remove_file(place.join("mine.toml")).unwrap();
    (whole, plan)
}

/// A script of the plan, with what the scheduler would set.
fn script(plan: &Path, name: &str, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new("sh");
    command.arg(plan.join(name)).current_dir("/").stdout(Stdio::null()).stderr(Stdio::piped());
    command.env("SLURM_SUBMIT_DIR", plan).envs(variables.iter().copied());
    command
}

fn run_script(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn status(plan: &Path) -> serde_json::Value {
    serde_json::from_str(&succeed(&format!("cluster status --json {}", plan.display()))).unwrap()
}

#[test]
fn parts_that_are_killed_and_run_twice_at_once_make_the_whole() {
    let (whole, plan) = planned("cluster-slurm", 4);
    assert_eq!(status(&plan)["missing"], 4);
    let part = |number: &str| script(&plan, "slurm-array.sh", &[("SLURM_ARRAY_TASK_ID", number)]);
    // Killed again and again, early and late.
    let mut hit = 0;
    for millis in [5, 20, 40, 60, 80] {
        let mut child = part("2").spawn().unwrap();
        std::thread::sleep(Duration::from_millis(millis));
        hit += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(hit > 1, "the part was over before it could be killed");
    // Three times at once: one does the work, the others wait for it and find it done.
    let mut children: Vec<_> = (0..3).map(|_| part("3").spawn().unwrap()).collect();
    assert!(children.iter_mut().all(|child| child.wait().unwrap().success()));
    let begun = status(&plan);
    assert_eq!((&begun["done"], &begun["unfinished"]), (&1.into(), &"1-2,4".into()), "{begun}");
    for number in ["1", "2", "4"] {
        run_script(&mut part(number));
    }
    // A merge that is killed goes on too.
    let mut merge = script(&plan, "slurm-merge.sh", &[]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(15));
    merge.kill().unwrap();
    merge.wait().unwrap();
    run_script(&mut script(&plan, "slurm-merge.sh", &[]));
    run_script(&mut script(&plan, "slurm-merge.sh", &[]));
    assert_same(&whole, &plan.join("merged"));
    let done = status(&plan);
    assert_eq!((&done["done"], &done["merged"]), (&4.into(), &"done".into()), "{done}");
    let left: Vec<_> = fs::read_dir(plan.join("parts/2/records")).unwrap().flatten().collect();
    assert!(left.iter().all(|file| !file.file_name().to_string_lossy().ends_with(".part")), "{left:?}");
}

#[test]
fn more_parts_than_an_array_job_has_numbers_are_shared_among_its_tasks() {
    let place = place("cluster-many");
    let (file, plan) = (place.join("study.toml"), place.join("plan"));
    fs::write(&file, "setups = [\"boxoff/ltiles\"]\nsamples = 1200\nblock = 1\nmeasures = [\"verdict\"]\n")
        .unwrap();
    succeed(&format!(
        "cluster plan {} --shards 1100 --at-once 50 --time 4:00:00 --cpus 2 --memory 3G --out {}",
        file.display(),
        plan.display()
    ));
    let text = fs::read_to_string(plan.join("slurm-array.sh")).unwrap();
    for line in ["--array=1-1000%50", "--time=4:00:00", "--cpus-per-task=2", "--mem=3072M", "--requeue"] {
        assert!(text.contains(&format!("#SBATCH {line}\n")), "{line}: {text}");
    }
    run_script(&mut script(&plan, "slurm-array.sh", &[("SLURM_ARRAY_TASK_ID", "7")]));
    let found = status(&plan);
    assert_eq!((&found["done"], &found["unfinished"]), (&2.into(), &"1-6,8-1006,1008-1100".into()));
}

#[test]
fn a_kubernetes_pod_makes_the_part_of_its_index() {
    let (whole, plan) = planned("cluster-kubernetes", 3);
    let text = fs::read_to_string(plan.join("kubernetes.yaml")).unwrap();
    assert!(text.contains("completionMode: Indexed") && text.contains("completions: 3"));
    // What the container runs stands in a block of its own.
    let command = text.split_once("- |\n").unwrap().1.split_once("          resources:").unwrap().0;
    let program = Path::new(env!("CARGO_BIN_EXE_dealwright"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let pod = |command: &str, index: &str| {
        let mut pod = Command::new("sh");
        pod.args(["-euc", command]).current_dir(&plan).stderr(Stdio::piped());
        run_script(pod.env("PATH", &path).env("JOB_COMPLETION_INDEX", index));
    };
    (0..3).for_each(|index| pod(command, &index.to_string()));
    let text = fs::read_to_string(plan.join("kubernetes-merge.yaml")).unwrap();
    pod(text.lines().find_map(|line| line.trim().strip_prefix("- exec ")).unwrap(), "");
    assert_same(&whole, &plan.join("merged"));
}

#[test]
fn gnu_parallel_makes_the_whole_where_it_is_installed() {
    let version = Command::new("parallel").arg("--version").output();
    let is_there = version.is_ok_and(|said| String::from_utf8_lossy(&said.stdout).contains("GNU parallel"));
    let (whole, plan) = planned("cluster-parallel", 5);
    for name in ["parallel.sh", "slurm-array.sh", "slurm-merge.sh", "slurm-submit.sh"] {
        let read = Command::new("sh").arg("-n").arg(plan.join(name)).status().unwrap();
        assert!(read.success(), "{name}");
    }
    if is_there {
        run_script(&mut script(&plan, "parallel.sh", &[]));
        assert_same(&whole, &plan.join("merged"));
    }
}

#[test]
fn status_names_what_is_missing_and_what_is_damaged() {
    let (_, plan) = planned("cluster-status", 3);
    let part = |number: u64| {
        let manifest = plan.join("manifest.json");
        let words = format!("study {} --shard {number}/3 --out", manifest.display());
        succeed(&format!("{words} {}", plan.join(format!("parts/{number}")).display()));
    };
    part(1);
    part(2);
    let damaged = plan.join("parts/2/records/000-000001.parquet");
    let bytes = fs::read(&damaged).unwrap();
    fs::write(&damaged, &bytes[1..]).unwrap();
    let said = succeed(&format!("cluster status {}", plan.display()));
    assert!(
        said.starts_with("3 parts: 1 done, 0 begun, 1 missing, 1 damaged. 79 of 120 blocks are there."),
        "{said}"
    );
    assert!(
        said.contains(
            "part 2 is damaged: 39 of 40 blocks\n    records/000-000001.parquet is damaged or gone"
        )
    );
    assert!(said.contains("To be run, or run again: 2-3"), "{said}");
    // Run again, the damaged part is mended.
    part(2);
    part(3);
    assert_eq!(status(&plan)["done"], 3);
    // Another study in the place of a part.
    fs::remove_dir_all(plan.join("parts/1")).unwrap();
    succeed(&format!("study boxoff/ltiles --samples 100 --out {}", plan.join("parts/1").display()));
    let found = status(&plan);
    assert_eq!(found["parts"][0]["state"], "damaged");
    let manifest = plan.join("manifest.json");
    let words = format!("study {} --shard 1/3 --out {}", manifest.display(), plan.join("parts/1").display());
    assert!(refuse(&words).contains("holds another study"));
}

#[test]
fn what_cannot_be_planned_is_said_before_anything_is_written() {
    let place = place("cluster-refused");
    let file = place.join("study.toml");
    let plan = |text: &str, more: &str| {
        fs::write(&file, text).unwrap();
        let error =
            refuse(&format!("cluster plan {} {more} --out {}", file.display(), place.join("p").display()));
        assert!(!place.join("p").exists(), "nothing is left behind");
        error
    };
    let good = "setups = [\"boxoff/ltiles\"]\nsamples = 1000\n";
    assert!(
        plan(good, "--shards 6").contains("the study has 5 blocks, so some of 6 parts would have no work")
    );
    assert!(plan(good, "--shards 0").contains("--shards 0 leaves nothing to do"));
    assert!(plan(good, "--shards 2 --at-once 0").contains("--at-once 0"));
    assert!(plan(good, "--shards 2 --time 4h").contains("expected minutes, 4:00:00"));
    assert!(plan(good, "--shards 2 --image a;b").contains("expected an image"));
    assert!(
        plan("setups = [\"boxoff/ltiles\"]\nuntil = \"1%\"\n", "--shards 2").contains("cannot be combined")
    );
    assert!(plan("setups = [\"boxoff/nothing\"]\n", "--shards 2").contains("is not a setup"));
    assert!(plan("sets = 1\n", "--shards 2").contains("study.toml:1:1"));
    assert!(
        refuse(&format!("cluster status {}", place.display())).contains("not a plan of dealwright cluster")
    );
    let manifest = place.join("manifest.json");
    fs::write(&manifest, "{}").unwrap();
    let words = format!("study {} --shard 1/2 --out {}", manifest.display(), place.join("p").display());
    assert!(refuse(&words).contains("not a manifest of this version"));
}
