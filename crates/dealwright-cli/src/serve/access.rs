//! Who may do what: under which names requests are answered, and who may change what lies on the disk.

use axum::http::{HeaderMap, StatusCode, header};
use std::net::{IpAddr, SocketAddr};

use super::ask::Refused;
use super::net::{self, Ends};

/// The header that carries the token.
pub const TOKEN_HEADER: &str = "x-dealwright-token";
/// Letters of a token that nobody takes for another one, and how many there are: 60 bits.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz123456789";
const LENGTH: usize = 12;
/// Between two hyphens.
const PART: usize = 4;

/// A word that other devices need to begin or stop studies. It is made anew whenever a server starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one from the system's randomness.
    pub fn new() -> anyhow::Result<Self> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no randomness for a token: {error}"))?;
        Ok(Self(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()))
    }

    /// As it is printed and typed.
    pub fn words(&self) -> String {
        let parts: Vec<&str> = (0..LENGTH / PART).map(|n| &self.0[n * PART..(n + 1) * PART]).collect();
        parts.join("-")
    }

    /// Whether somebody gave this one; capitals, hyphens and spaces do not matter. It takes as long for every wrong one.
    fn fits(&self, given: &str) -> bool {
        let plain = given.bytes().filter(|b| !b" -".contains(b)).map(|b| b.to_ascii_lowercase());
        let plain: Vec<u8> = plain.take(LENGTH + 1).collect();
        let differs = |(known, given): (u8, &u8)| known ^ given;
        plain.len() == LENGTH && self.0.bytes().zip(&plain).map(differs).fold(0, |all, part| all | part) == 0
    }
}

/// What a server lets others do.
#[derive(Debug, Clone)]
pub struct Access {
    /// Names of this machine that it is asked under, besides its addresses and `localhost`.
    pub names: Vec<String>,
    /// What other devices need to change something.
    pub token: Token,
    /// Where links and codes of the page lead, if the user gave an address.
    pub link: Option<String>,
    /// Where other devices reach this server; links that are made on this computer lead there.
    pub reachable: Option<String>,
}

impl Access {
    /// For a server that is bound to an address.
    pub fn new(bound: SocketAddr, link: Option<String>) -> anyhow::Result<Self> {
        let is_open = !bound.ip().is_loopback();
        let names = if is_open { net::own_names() } else { Vec::new() };
        let reachable = net::urls(bound).into_iter().find(|url| is_open && !is_for_this_computer(url));
        Ok(Self { names, token: Token::new()?, link, reachable })
    }

    /// Refuses a request that comes under a strange name, or from a page of another host.
    pub fn check_name(&self, headers: &HeaderMap, ends: Option<&Ends>) -> Result<(), Refused> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(header::HOST).unwrap_or_default();
        if !ends.is_some_and(|ends| net::is_own_name(host, ends.local, &self.names)) {
            let why =
                "this name is not served here: use localhost, or an address that dealwright serve printed";
            return Err(Refused::because(StatusCode::FORBIDDEN, why));
        }
        // Browsers say which page asks. Requests that change something need JSON, which a page elsewhere may not send
        // either; this is a second lock.
        let is_own =
            |origin: &str| origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host));
        match text(header::ORIGIN) {
            Some(origin) if !is_own(origin) => {
                Err(Refused::because(StatusCode::FORBIDDEN, "pages of other hosts are not answered here"))
            }
            _ => Ok(()),
        }
    }

    /// Refuses whoever may not begin or stop anything: another device without the token. Requests that a proxy on this computer
    /// hands on come from elsewhere too.
    pub fn check_change(&self, headers: &HeaderMap, ends: &Ends) -> Result<(), Refused> {
        let is_handed_on = ["forwarded", "x-forwarded-for", "x-real-ip", "via"]
            .iter()
            .any(|name| headers.contains_key(*name));
        if is_this_computer(ends.peer.ip()) && !is_handed_on {
            return Ok(());
        }
        let given = headers.get(TOKEN_HEADER).map(|value| value.to_str().unwrap_or_default());
        match given {
            Some(given) if self.token.fits(given) => Ok(()),
            Some(_) => Err(Refused::because(
                StatusCode::UNAUTHORIZED,
                "this is not the token; it is in the terminal where dealwright serve runs",
            )),
            None => Err(Refused::because(
                StatusCode::UNAUTHORIZED,
                "from another device this needs the token that dealwright serve printed in its terminal",
            )),
        }
    }
}

fn is_this_computer(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

/// Whether an address leads nowhere from another device.
pub fn is_for_this_computer(url: &str) -> bool {
    let host = url.split("://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    let name = host.rsplit_once(':').filter(|(_, port)| !port.contains(']')).map_or(host, |(name, _)| name);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(is_this_computer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access() -> Access {
        Access { names: vec!["desk.local".into()], token: Token::new().unwrap(), link: None, reachable: None }
    }

    fn headers(given: &[(&'static str, &str)]) -> HeaderMap {
        given
            .iter()
            .map(|(name, value)| (header::HeaderName::from_static(name), value.parse().unwrap()))
            .collect()
    }

    fn ends(peer: &str) -> Ends {
        Ends { local: "192.168.1.5:8464".parse().unwrap(), peer: peer.parse().unwrap() }
    }

    #[test]
    fn tokens_differ_and_are_read_as_people_type_them() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        assert_ne!(one, other);
        let words = one.words();
        assert_eq!((words.len(), words.matches('-').count()), (14, 2), "{words}");
        for typed in [words.clone(), words.to_uppercase(), words.replace('-', ""), words.replace('-', " ")] {
            assert!(one.fits(&typed), "{typed}");
        }
        for wrong in ["", "-", &words[1..], &format!("{words}a"), &other.words(), &"a".repeat(100_000)] {
            assert!(!one.fits(wrong), "{wrong}");
        }
    }

    #[test]
    fn other_devices_need_the_token_and_so_does_whoever_comes_by_a_proxy() {
        let access = access();
        let token = access.token.words();
        let (here, there, mapped) =
            (ends("127.0.0.1:5000"), ends("192.168.1.9:5000"), ends("[::ffff:127.0.0.1]:5000"));
        assert!(access.check_change(&headers(&[]), &here).is_ok());
        assert!(access.check_change(&headers(&[]), &mapped).is_ok());
        for name in ["forwarded", "x-forwarded-for", "x-real-ip", "via"] {
            assert!(access.check_change(&headers(&[(name, "x")]), &here).is_err(), "{name}");
            let with = headers(&[(name, "x"), (TOKEN_HEADER, &token)]);
            assert!(access.check_change(&with, &here).is_ok(), "{name}");
        }
        let refused = access.check_change(&headers(&[]), &there).unwrap_err();
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
        assert!(refused.why.contains("needs the token"), "{}", refused.why);
        let refused = access.check_change(&headers(&[(TOKEN_HEADER, "aaaa-aaaa-aaaa")]), &there).unwrap_err();
        assert!(refused.why.contains("not the token"), "{}", refused.why);
        assert!(access.check_change(&headers(&[(TOKEN_HEADER, &token)]), &there).is_ok());
    }

    #[test]
    fn pages_of_other_hosts_are_refused_whatever_name_they_use() {
        let access = access();
        let ends = ends("192.168.1.9:5000");
        let check = |given: &[(&'static str, &str)]| access.check_name(&headers(given), Some(&ends));
        let host = ("host", "192.168.1.5:8464");
        assert!(check(&[host]).is_ok() && check(&[("host", "DESK.local:8464")]).is_ok());
        assert!(check(&[host, ("origin", "http://192.168.1.5:8464")]).is_ok());
        assert!(check(&[("host", "desk.local:8464"), ("origin", "http://desk.local:8464")]).is_ok());
        for strange in [
            "http://evil.example",
            "http://192.168.1.5:80",
            "null",
            "",
            "http://desk.local:8464",
            "http://192.168.1.5:8464.evil.example",
        ] {
            assert!(check(&[host, ("origin", strange)]).is_err(), "{strange}");
        }
        for strange in ["evil.example:8464", "desk.local", "desk.local.evil.example:8464", "xdesk.local:8464"]
        {
            assert!(check(&[("host", strange)]).is_err(), "{strange}");
        }
        assert!(check(&[]).is_err());
    }

    #[test]
    fn addresses_of_this_computer_alone_are_told_from_others() {
        for here in
            ["http://localhost:1/", "http://127.0.0.2:8464/", "http://[::1]:8464/", "http://LOCALHOST/"]
        {
            assert!(is_for_this_computer(here), "{here}");
        }
        for there in [
            "http://192.168.1.5:8464/",
            "https://example.org/dw",
            "http://[2001:db8::1]:8464/",
            "http://localhost.example/",
        ] {
            assert!(!is_for_this_computer(there), "{there}");
        }
    }
}
