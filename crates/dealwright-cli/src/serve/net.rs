//! Connections: how many there are, how long they may take, and under which names they are answered.

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::poll_fn;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::Sleep;

/// What connections may take.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Connections at once; more wait to be accepted.
    pub connections: usize,
    /// For the head of a request, also when the one before is answered, and for its body.
    pub read: Duration,
    /// Without a byte of an answer being taken.
    pub write: Duration,
    /// For answers that are being given when the server is stopped.
    pub grace: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            connections: 256,
            read: Duration::from_secs(10),
            write: Duration::from_secs(30),
            grace: Duration::from_secs(1),
        }
    }
}

/// The two ends of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Ends {
    pub local: SocketAddr,
    pub peer: SocketAddr,
}

/// Answers until it is stopped; then answers that are being given get a moment, and everything else is closed.
pub async fn answer(
    listener: TcpListener,
    app: Router,
    options: Options,
    stopped: impl Future<Output = ()>,
) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(options.connections));
    let (stop, stopping) = watch::channel(());
    let accepting = tokio::spawn(accept(listener, app, options, places.clone(), stopping));
    stopped.await;
    accepting.abort();
    let _ = stop.send(());
    let all = places.acquire_many(u32::try_from(options.connections).unwrap_or(u32::MAX));
    let _ = tokio::time::timeout(options.grace, all).await;
    Ok(())
}

async fn accept(
    listener: TcpListener,
    app: Router,
    options: Options,
    places: Arc<Semaphore>,
    stopping: watch::Receiver<()>,
) {
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((stream, peer)) = listener.accept().await else {
            // Too many open files, or somebody who left at once: neither is a reason to end.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (app, mut stopping) = (app.clone(), stopping.clone());
        tokio::spawn(async move {
            let _place = place;
            let Ok(local) = stream.local_addr() else { return };
            let _ = stream.set_nodelay(true);
            let app = TowerToHyperService::new(app);
            let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
                request.extensions_mut().insert(Ends { local, peer });
                app.call(request)
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(options.read)
                .serve_connection(TokioIo::new(Impatient::new(stream, options.write)), service);
            let mut connection = pin!(connection);
            let mut stopped = pin!(stopping.changed());
            let mut told = false;
            // What goes wrong with a connection is of no interest to anybody else.
            let _ = poll_fn(|cx| {
                if !told && stopped.as_mut().poll(cx).is_ready() {
                    told = true;
                    connection.as_mut().graceful_shutdown();
                }
                connection.as_mut().poll(cx)
            })
            .await;
        });
    }
}

/// A connection that is closed when nothing of an answer is taken for too long.
struct Impatient {
    stream: TcpStream,
    most: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    fn new(stream: TcpStream, most: Duration) -> Self {
        Self { stream, most, waiting: None }
    }

    fn watch<T>(&mut self, cx: &mut Context<'_>, found: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if found.is_ready() {
            self.waiting = None;
            return found;
        }
        let most = self.most;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(most)));
        waiting.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let found = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.watch(cx, found)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let found = Pin::new(&mut this.stream).poll_write_vectored(cx, bytes);
        this.watch(cx, found)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let found = Pin::new(&mut this.stream).poll_flush(cx);
        this.watch(cx, found)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

/// Whether a request may come under this name: `localhost`, the address of this machine that it was sent to, or one of the
/// names that this machine calls itself. Under any other name it may come from a page elsewhere, led here by a name that its
/// owner points to this machine.
pub fn is_own_name(host: &str, local: SocketAddr, names: &[String]) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    let address = match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        Some(inside) => inside.parse().map(IpAddr::V6),
        None => name.parse().map(IpAddr::V4),
    };
    let is_address = address.is_ok_and(|address| address.to_canonical() == local.ip().to_canonical());
    let is_name = || {
        std::iter::once("localhost")
            .chain(names.iter().map(String::as_str))
            .any(|own| name.eq_ignore_ascii_case(own))
    };
    port == Some(local.port()) && (is_address || is_name())
}

/// What this machine calls itself, also as other devices of the same network ask for it.
pub fn own_names() -> Vec<String> {
    let Some(name) = machine_name().filter(|name| is_plain_name(name)) else { return Vec::new() };
    let local = format!("{}.local", name.split('.').next().unwrap_or_default());
    if name.eq_ignore_ascii_case(&local) { vec![name] } else { vec![name, local] }
}

/// Letters that names of machines have; nothing that an address or a list could be taken for.
fn is_plain_name(name: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'.';
    !name.is_empty()
        && name.len() <= 253
        && name.bytes().all(is_plain)
        && !name.starts_with(['.', '-'])
        && name.parse::<IpAddr>().is_err()
}

#[cfg(unix)]
fn machine_name() -> Option<String> {
    nix::unistd::gethostname().ok()?.into_string().ok()
}

#[cfg(not(unix))]
fn machine_name() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}

/// Where the page can be opened: first from this machine, then from others where they are let in.
pub fn urls(bound: SocketAddr) -> Vec<String> {
    let port = bound.port();
    let url = |address: IpAddr| format!("http://{}/", SocketAddr::new(address, port));
    match bound.ip() {
        IpAddr::V4(Ipv4Addr::LOCALHOST) => vec![format!("http://localhost:{port}/")],
        any if any.is_unspecified() => {
            let here = if any.is_ipv4() {
                format!("http://localhost:{port}/")
            } else {
                url(Ipv6Addr::LOCALHOST.into())
            };
            // Whether all addresses of version 6 include those of version 4 is a matter of the system: it is tried.
            let with_v4 = any.is_ipv4() || is_answered(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
            let is_reached = |own: &IpAddr| if own.is_ipv4() { with_v4 } else { any.is_ipv6() };
            let reached = own_addresses().into_iter().filter(is_reached);
            std::iter::once(here).chain(reached.map(url)).collect()
        }
        address => vec![url(address)],
    }
}

/// Whether something listens there.
fn is_answered(address: SocketAddr) -> bool {
    std::net::TcpStream::connect_timeout(&address, Duration::from_millis(300)).is_ok()
}

/// The addresses of this machine that others can open: first those on the way to the rest of the world, since the others may be
/// of networks inside this machine, and those of version 4 before those of version 6, which are longer.
fn own_addresses() -> Vec<IpAddr> {
    let outward = [
        own_address(Ipv4Addr::UNSPECIFIED.into(), "192.0.2.1:9"),
        own_address(Ipv6Addr::UNSPECIFIED.into(), "[2001:db8::1]:9"),
    ];
    let mut found: Vec<IpAddr> = outward.into_iter().flatten().chain(interface_addresses()).collect();
    // Addresses of one wire only need its name in the address, which browsers do not take.
    let is_of_one_wire = |address: &IpAddr| match address {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_unicast_link_local(),
    };
    found.retain(|own| !own.is_loopback() && !own.is_unspecified() && !is_of_one_wire(own));
    found.sort_by_key(IpAddr::is_ipv6);
    let mut known = std::collections::HashSet::new();
    found.retain(|address| known.insert(*address));
    found
}

#[cfg(unix)]
fn interface_addresses() -> Vec<IpAddr> {
    use nix::net::if_::InterfaceFlags;
    let all = nix::ifaddrs::getifaddrs().into_iter().flatten();
    let up = all.filter(|found| found.flags.contains(InterfaceFlags::IFF_UP));
    up.filter_map(|found| {
        let address = found.address?;
        let v4 = address.as_sockaddr_in().map(|v4| IpAddr::V4(v4.ip()));
        v4.or_else(|| address.as_sockaddr_in6().map(|v6| IpAddr::V6(v6.ip())))
    })
    .collect()
}

#[cfg(not(unix))]
fn interface_addresses() -> Vec<IpAddr> {
    Vec::new()
}

/// The address under which this machine would speak to one elsewhere. Nothing is sent: the system only looks up the way.
fn own_address(any: IpAddr, elsewhere: &str) -> Option<IpAddr> {
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect(elsewhere).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_may_come_as_localhost_or_under_the_address_it_was_sent_to() {
        let v4: SocketAddr = "192.168.1.5:8464".parse().unwrap();
        let mapped: SocketAddr = "[::ffff:192.168.1.5]:8464".parse().unwrap();
        for local in [v4, mapped] {
            for host in ["192.168.1.5:8464", "localhost:8464", "LOCALHOST:8464"] {
                assert!(is_own_name(host, local, &[]), "{host} at {local}");
            }
            let others = [
                "evil.example:8464",
                "evil.example",
                "192.168.1.6:8464",
                "192.168.1.5:80",
                "192.168.1.5",
                "localhost",
                "192.168.1.5.evil.example:8464",
                "localhost.evil.example:8464",
                "",
                ":8464",
                "[::1]:8464",
                "192.168.1.5:8464:8464",
            ];
            for host in others {
                assert!(!is_own_name(host, local, &[]), "{host} at {local}");
            }
        }
        let v6: SocketAddr = "[::1]:80".parse().unwrap();
        assert!(
            is_own_name("[::1]", v6, &[])
                && is_own_name("[::1]:80", v6, &[])
                && is_own_name("localhost", v6, &[])
        );
        assert!(
            !is_own_name("::1", v6, &[])
                && !is_own_name("[::1]:81", v6, &[])
                && !is_own_name("[::2]", v6, &[])
        );
    }

    #[test]
    fn a_machine_is_asked_under_its_own_name_too_and_odd_names_are_none() {
        let local: SocketAddr = "192.168.1.5:8464".parse().unwrap();
        let names = ["desk".to_string(), "desk.local".to_string()];
        for host in ["desk:8464", "Desk.local:8464", "localhost:8464", "192.168.1.5:8464"] {
            assert!(is_own_name(host, local, &names), "{host}");
        }
        for host in ["desk", "desk:80", "desk.:8464", "other:8464", "desk.evil.example:8464", ":8464"] {
            assert!(!is_own_name(host, local, &names), "{host}");
        }
        for odd in ["", "10.0.0.1", "a b", "a:b", "a/b", "-a", ".a", "a@b", "ä"] {
            assert!(!is_plain_name(odd), "{odd}");
        }
        assert!(own_names().iter().all(|name| is_plain_name(name)), "{:?}", own_names());
    }

    #[test]
    fn addresses_that_are_printed_can_be_opened() {
        let first = |bound: &str| urls(bound.parse().unwrap()).swap_remove(0);
        assert_eq!(first("127.0.0.1:8464"), "http://localhost:8464/");
        assert_eq!(first("127.0.0.2:8464"), "http://127.0.0.2:8464/");
        assert_eq!(first("[::1]:8464"), "http://[::1]:8464/");
        assert_eq!(first("[::]:8464"), "http://[::1]:8464/");
        assert_eq!(first("0.0.0.0:8464"), "http://localhost:8464/");
        assert_eq!(first("192.168.1.5:8464"), "http://192.168.1.5:8464/");
        // Whatever else is printed is an address of this machine, never the one that stands for all of them.
        for url in urls("0.0.0.0:1".parse().unwrap()).iter().chain(&urls("[::]:1".parse().unwrap())) {
            assert!(!url.contains("0.0.0.0") && !url.contains("[::]") && !url.contains("fe80"), "{url}");
        }
    }
}
