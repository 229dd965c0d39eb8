//! `dealwright cluster plan`

use super::{ClusterPlan, FORMAT, MANIFEST, MERGED, MOST_SHARDS, MOST_TASKS, PARTS, PLAN};
use crate::args::{parse_count, parse_size};
use crate::cmd::write_json;
use anyhow::{Context, Result};
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright::text::{counted, grouped, quoted};
use dealwright_lab::outlook::check_parts;
use dealwright_lab::store::file::write_whole;
use dealwright_lab::store::manifest::Manifest;
use dealwright_lab::study_file::StudyFile;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the jobs that run a study in parts
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright cluster plan study.toml --shards 2 --cpus 4 --time 4:00:00 --out jobs")]
pub struct Args {
    /// A study file (.toml)
    #[arg(value_name = "STUDY")]
    study: String,
    /// How many parts to make of the study
    #[arg(long, value_name = "N", value_parser = parse_count)]
    shards: u64,
    /// Directory of jobs, parts and the merged study: a new one that all machines see
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Cores for each part
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    cpus: u16,
    /// Memory for each part, such as 4G [default: the study's limit, and 1G]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// Time limit of a part in Slurm, such as 4:00:00 or 2-00:00:00 [default: the partition's]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<String>,
    /// Maximum parts running at the same time [default: as many as the scheduler allows]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    at_once: Option<u64>,
    /// Path of the program on the machines, for Slurm and GNU parallel [default: this one]
    #[arg(long, value_name = "PATH")]
    program: Option<String>,
    /// Container image with the program, for Kubernetes
    #[arg(long, value_name = "IMAGE", default_value = concat!("dealwright:", env!("CARGO_PKG_VERSION")),
        value_parser = parse_image)]
    image: String,
    /// One JSON object
    #[arg(short, long)]
    json: bool,
}

#[derive(Serialize)]
struct Written {
    out: String,
    shards: u64,
    blocks: u64,
    challenges: u64,
}

fn parse_time(text: &str) -> Result<String, String> {
    let parts = text.split([':', '-']);
    let numbers = parts.clone().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    let days =
        text.matches('-').count() <= 1 && !text.split_once('-').is_some_and(|(days, _)| days.contains(':'));
    match numbers && days && parts.count() <= 4 {
        true => Ok(text.to_string()),
        false => Err(format!("expected minutes, 4:00:00 or 2-00:00:00, found {}", quoted(text))),
    }
}

fn parse_image(text: &str) -> Result<String, String> {
    let known = |b: u8| b.is_ascii_alphanumeric() || b"._-:/@".contains(&b);
    match !text.is_empty() && text.bytes().all(known) {
        true => Ok(text.to_string()),
        false => Err(format!("expected an image such as registry/dealwright:1.0, found {}", quoted(text))),
    }
}

/// Name, text and whether it is to be run.
const FILES: [(&str, &str, bool); 6] = [
    ("slurm-submit.sh", include_str!("templates/slurm-submit.sh"), true),
    ("slurm-array.sh", include_str!("templates/slurm-array.sh"), true),
    ("slurm-merge.sh", include_str!("templates/slurm-merge.sh"), true),
    ("parallel.sh", include_str!("templates/parallel.sh"), true),
    ("kubernetes.yaml", include_str!("templates/kubernetes.yaml"), false),
    ("kubernetes-merge.yaml", include_str!("templates/kubernetes-merge.yaml"), false),
];

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let file = StudyFile::read(registry, &args.study)?;
    file.check()?;
    let study = &file.study;
    check_parts(study)?;
    let manifest = file.manifest(registry, study)?;
    check_shards(args.shards, manifest.block_count())?;
    if args.at_once == Some(0) {
        return Err(InvalidInput("--at-once 0 leaves nothing to do, give at least 1".into()).into());
    }
    let program = match &args.program {
        Some(program) => program.clone(),
        None => std::env::current_exe().context("finding this program")?.display().to_string(),
    };
    if program.contains(['\n', '\r', '\0']) {
        return Err(InvalidInput(format!("{} cannot be written into a script", quoted(&program))).into());
    }
    create_empty(&args.out)?;
    let values = values(args, &program, study.limits.memory);
    for (name, template, runs) in FILES {
        let path = args.out.join(name);
        write_whole(&path, fill(template, &values).as_bytes())?;
        if runs {
            make_runnable(&path)?;
        }
    }
    for folder in [PARTS, "logs"] {
        fs::create_dir_all(args.out.join(folder)).with_context(|| format!("writing {folder}"))?;
    }
    write_whole(&args.out.join(MANIFEST), manifest.to_json()?.as_bytes())?;
    // Last what makes it a plan.
    let plan = serde_json::to_string_pretty(&ClusterPlan { format: FORMAT, shards: args.shards })? + "\n";
    write_whole(&args.out.join(PLAN), plan.as_bytes())?;
    say(args, &manifest)
}

fn check_shards(shards: u64, blocks: u64) -> Result<()> {
    let message = match shards {
        0 => "--shards 0 leaves nothing to do, give at least 1".to_string(),
        n if n > MOST_SHARDS => format!("a study is cut into at most {} parts", grouped(MOST_SHARDS)),
        n if n > blocks => format!(
            "the study has {}, so some of {} parts would have no work; take fewer parts, or smaller blocks (`block = …` in the study file)",
            counted(blocks, "block"),
            grouped(n)
        ),
        _ => return Ok(()),
    };
    Err(InvalidInput(message).into())
}

fn create_empty(path: &Path) -> Result<()> {
    let cannot = |error| InvalidInput(format!("{}: cannot be written to: {error}", path.display()));
    fs::create_dir_all(path).map_err(cannot)?;
    match fs::read_dir(path).map_err(cannot)?.next() {
        None => Ok(()),
        Some(_) => {
            Err(InvalidInput(format!("{} is not empty, choose a new directory", path.display())).into())
        }
    }
}

/// What stands for each name in the templates.
fn values(args: &Args, program: &str, limit: u64) -> Vec<(&'static str, String)> {
    let cpus = u64::from(args.cpus);
    let memory = args.memory.unwrap_or_else(|| limit.saturating_add(1 << 30));
    let tasks = args.shards.min(MOST_TASKS);
    let run = |part: &str| {
        format!(
            "\"$dealwright\" study {MANIFEST} --shard \"{part}/{}\" --threads {cpus} --out \"{PARTS}/{part}\"",
            args.shards
        )
    };
    let run_task = match args.shards > tasks {
        false => format!("exec {}", run("$SLURM_ARRAY_TASK_ID")),
        true => format!(
            "part=$SLURM_ARRAY_TASK_ID\nwhile [ \"$part\" -le {} ]; do\n    {}\n    part=$((part + {tasks}))\ndone",
            args.shards,
            run("$part")
        ),
    };
    let at_once = args.at_once.map_or(args.shards, |most| most.min(args.shards));
    vec![
        ("VERSION", env!("CARGO_PKG_VERSION").into()),
        ("SHARDS", args.shards.to_string()),
        ("CPUS", cpus.to_string()),
        ("MEBIBYTES", memory.div_ceil(1 << 20).to_string()),
        ("TASKS", format!("{tasks}{}", args.at_once.map_or(String::new(), |most| format!("%{most}")))),
        ("TIME", args.time.as_ref().map_or(String::new(), |time| format!("#SBATCH --time={time}\n"))),
        ("PROGRAM", format!("'{}'", program.replace('\'', "'\\''"))),
        ("RUN_TASK", run_task),
        ("AT_ONCE", at_once.to_string()),
        ("IMAGE", args.image.clone()),
        ("MANIFEST", MANIFEST.into()),
        ("PARTS", PARTS.into()),
        ("MERGED", MERGED.into()),
    ]
}

/// A template with `{{NAME}}` replaced, in one go: what is put in is not looked at again.
fn fill(template: &str, values: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{") {
        out.push_str(before);
        let (name, behind) = behind.split_once("}}").unwrap_or((behind, ""));
        out.extend(values.iter().filter(|(known, _)| *known == name).map(|(_, value)| value.as_str()));
        rest = behind;
    }
    out + rest
}

fn make_runnable(path: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))
            .with_context(|| format!("writing {}", path.display()))?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

fn say(args: &Args, manifest: &Manifest) -> Result<()> {
    let (blocks, shards) = (manifest.block_count(), args.shards);
    let each = match (blocks / shards, blocks % shards) {
        (least, 0) => counted(least, "block"),
        (least, _) => format!("{} or {}", grouped(least), counted(least + 1, "block")),
    };
    let parts = counted(shards, "part");
    let mut out = anstream::stdout();
    if args.json {
        let (dir, challenges) = (args.out.display().to_string(), manifest.challenges());
        return write_json(&mut out, &Written { out: dir, shards, blocks, challenges });
    }
    writeln!(out, "{} in {parts} of {each} each.", counted(manifest.challenges(), "challenge"))?;
    let dir = args.out.display();
    writeln!(out, "  Slurm         {dir}/slurm-submit.sh")?;
    writeln!(out, "  GNU parallel  {dir}/parallel.sh")?;
    writeln!(out, "  Kubernetes    {dir}/kubernetes.yaml, then {dir}/kubernetes-merge.yaml")?;
    writeln!(
        out,
        "The merged study will be in {dir}/{MERGED}; dealwright cluster status {dir} shows the progress."
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_into_a_template_is_not_looked_at_again() {
        let values = [("A", "{{B}}".to_string()), ("B", "b".to_string())];
        assert_eq!(fill("x {{A}} {{B}}{{B}} }} {{C}}.", &values), "x {{B}} bb }} .");
    }

    #[test]
    fn every_name_in_a_template_has_a_value() {
        for (name, template, _) in FILES {
            for word in template.split("{{").skip(1) {
                let word = word.split_once("}}").unwrap().0;
                let known = [
                    "VERSION",
                    "SHARDS",
                    "CPUS",
                    "MEBIBYTES",
                    "TASKS",
                    "TIME",
                    "PROGRAM",
                    "RUN_TASK",
                    "AT_ONCE",
                    "IMAGE",
                    "MANIFEST",
                    "PARTS",
                    "MERGED",
                ];
                assert!(known.contains(&word), "{name}: {word}");
            }
        }
    }

    #[test]
    fn times_are_those_of_slurm() {
        for right in ["90", "4:00:00", "2-00:00:00", "1-12"] {
            assert!(parse_time(right).is_ok(), "{right}");
        }
        for wrong in ["", "4h", "1-2-3", "4:00-1", "1;2", "1:2:3:4:5"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }
}
