//! `dealwright serve`

use crate::serve::net::{self, Options};
use crate::serve::{App, make_app};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};

/// Open the page in a browser: play, check the deal on your table, design, study
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright serve
  dealwright serve --port 0 --no-open --dir studies")]
pub struct Args {
    /// Port; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value = "8464")]
    port: u16,
    /// Address to listen on; 0.0.0.0 and :: let other machines in, under this machine's own addresses
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Directory of studies and reproductions, also for new ones
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: std::path::PathBuf,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    registry.check_whole().map_err(InvalidInput)?;
    // Who asks does not see this terminal.
    crate::progress::silence();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(serve(registry, args));
    // Searches that are at work are not waited for.
    runtime.shutdown_background();
    done
}

async fn serve(registry: &Registry, args: &Args) -> Result<()> {
    let wanted = SocketAddr::new(args.bind, args.port);
    let cannot = |error| {
        InvalidInput(format!(
            "{wanted} cannot be served: {error}; choose another --port, 0 takes any that is free"
        ))
    };
    let listener = tokio::net::TcpListener::bind(wanted).await.map_err(cannot)?;
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        let warning = "warning: anyone who can reach this machine can use the page and its cores";
        crate::note::note(warning);
    }
    let urls = net::urls(address);
    for url in &urls {
        // The page is served whether or not somebody reads where.
        let _ = writeln!(anstream::stdout(), "{url}");
    }
    if let (false, Some(url)) = (args.no_open, urls.first()) {
        open_browser(url);
    }
    let options = Options::default();
    let app = App::new(registry.clone(), args.dir.clone(), options);
    let stopped = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    net::answer(listener, make_app(app.clone()), options, stopped).await?;
    app.stop(options.grace).await;
    Ok(())
}

/// Asks the system to show a page; where it cannot, the address has been printed.
fn open_browser(url: &str) {
    let (program, first) = match std::env::consts::OS {
        "macos" => ("open", None),
        "windows" => ("explorer", None),
        _ => ("xdg-open", None::<&str>),
    };
    let mut command = std::process::Command::new(program);
    command.args(first).arg(url).stdin(std::process::Stdio::null());
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let _ = command.spawn();
}
