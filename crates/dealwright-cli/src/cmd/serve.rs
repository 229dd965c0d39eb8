//! `dealwright serve`

use crate::args::WeightsArgs;
use crate::serve::access::Access;
use crate::serve::net::{self, Options};
use crate::serve::{App, make_app};
use anyhow::Result;
use dealwright::InvalidInput;
use dealwright::Registry;
use dealwright_desk::link::Link;
use dealwright_draw::code::Code;
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};

/// Open the page in a browser: play, check the deal on your table, design, study
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dealwright serve
  dealwright serve --port 0 --no-open --dir studies
  dealwright serve --bind 0.0.0.0 --no-open")]
pub struct Args {
    /// Port; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value = "8464")]
    port: u16,
    /// Address to listen on; 0.0.0.0 and :: let other devices in, under this machine's own addresses and name. They may read
    /// and play; to start or stop studies they need the token that is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Directory of studies and reproductions, also for new ones
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: std::path::PathBuf,
    /// Links and QR codes of the page lead to this address, such as https://example.org/dealwright [default: where others
    /// reach this server]
    #[arg(long, value_name = "ADDRESS")]
    link: Option<Link>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    weights: WeightsArgs,
}

pub fn run(registry: &Registry, args: &Args) -> Result<()> {
    let registry = &args.weights.registry(registry)?;
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
    // Whoever has read an address may stop the server.
    let stopped = stopped()?;
    let access = Access::new(address, args.link.as_ref().map(Link::start))?;
    let urls = net::urls(address);
    // The page is served whether or not somebody reads where.
    let _ = tell(&urls, &access, address);
    if let (false, Some(url)) = (args.no_open, urls.first()) {
        open_browser(url);
    }
    let options = Options::default();
    let app = App::new(registry.clone(), args.dir.clone(), options, access);
    net::answer(listener, make_app(app.clone()), options, stopped).await?;
    app.stop(options.grace).await;
    Ok(())
}

/// Waits for Ctrl+C, or to be asked to end; from now on neither ends the program by itself.
#[cfg(unix)]
fn stopped() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        std::future::poll_fn(|cx| {
            match interrupt.poll_recv(cx).is_ready() || terminate.poll_recv(cx).is_ready() {
                true => std::task::Poll::Ready(()),
                false => std::task::Poll::Pending,
            }
        })
        .await;
    })
}

#[cfg(not(unix))]
fn stopped() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Prints where the page is, and for other devices a code to scan and the token.
fn tell(urls: &[String], access: &Access, bound: SocketAddr) -> std::io::Result<()> {
    let mut out = anstream::stdout();
    for url in urls {
        writeln!(out, "{url}")?;
    }
    if bound.ip().is_loopback() {
        return Ok(());
    }
    for name in &access.names {
        writeln!(out, "http://{name}:{}/ (where your network knows this name)", bound.port())?;
    }
    let code = access.reachable.as_deref().and_then(Code::of);
    if let Some(code) = code.filter(|_| std::io::stdout().is_terminal()) {
        write!(out, "{}", crate::terminal_code::lines(&code))?;
    }
    writeln!(
        out,
        "Other devices may read and play. To start or stop studies they need this token: {}",
        access.token.words()
    )?;
    out.flush()?;
    let warning = "warning: anyone who can reach this machine can use the page and its cores; what is sent is not encrypted";
    crate::note::note(warning);
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
