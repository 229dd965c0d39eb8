"""What the server prints at a terminal can be opened, is scanned by a phone, and Ctrl+C ends it whatever is going on.

    serve_on_a_terminal.py DEALWRIGHT
"""

import http.client
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
CODE = re.compile("[\u2580\u2584\u2588 ]{20,}")


def start(*words):
    """The server on a terminal, and what it printed until it was silent for a moment."""
    master, slave = pty.openpty()
    command = [PROGRAM, "serve", "--port", "0", "--no-open", "--dir", tempfile.mkdtemp(), *words]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "TERM": "xterm"})
    os.close(slave)
    seen, end = b"", time.monotonic() + 60
    # Letters of a code have three bytes each, so what came so far may end within one.
    while time.monotonic() < end and not (b"http://" in seen and not select.select([master], [], [], 1)[0]):
        if select.select([master], [], [], 0.2)[0]:
            seen += os.read(master, 65536)
    return process, master, re.sub(r"\x1b\[[\d;]*m", "", seen.decode(errors="replace")).replace("\r", "")


def status(url, path="/", host=None, body=None, headers=None):
    at = re.fullmatch(r"http://(\[[^]]+\]|[^:]+):(\d+)/", url)
    connection = http.client.HTTPConnection(at[1].strip("[]"), int(at[2]), timeout=30)
    head = {"host": host or f"{at[1]}:{at[2]}", "content-type": "application/json", **(headers or {})}
    connection.request("GET" if body is None else "POST", path, body and json.dumps(body), head)
    return connection.getresponse().status


def end(process, master):
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    code = process.wait(timeout=60)
    os.close(master)
    assert code == 0, code
    return time.monotonic() - begun


has_v6 = socket.has_ipv6 and os.path.exists("/proc/net/if_inet6") and open("/proc/net/if_inet6").read() != ""
for bind in ["127.0.0.1", "127.0.0.2", "0.0.0.0"] + (["::1", "::"] if has_v6 else []):
    process, master, seen = start("--bind", bind)
    urls = re.findall(r"^(http://\S+/)$", seen, re.M)
    named = re.findall(r"^http://(\S+)/ \(where your network knows this name\)$", seen, re.M)
    assert urls and "0.0.0.0" not in seen and "[::]" not in seen, seen
    port = urls[0].rsplit(":", 1)[1].strip("/")
    for url in urls:
        assert status(url) == 200, (bind, url)
        for strange in ["evil.example", f"evil.example:{port}", f"localhost.evil.example:{port}", "localhost:1"]:
            assert status(url, host=strange) == 403, (bind, url, strange)
    for name in named:
        assert status(urls[0], host=name) == 200, (bind, name)
    is_open = bind in ("0.0.0.0", "::")
    is_reached = len(urls) > 1
    assert bool(CODE.search(seen)) == (is_open and is_reached), (bind, seen)
    assert ("need this token" in seen) == is_open, (bind, seen)
    assert ("anyone who can reach this machine" in seen) == is_open, (bind, seen)
    if is_open and is_reached:
        token = re.search(r"this token: (\S+)", seen)[1]
        stop = {"path": "nothing"}
        assert status(urls[1], "/api/study/stop", body=stop) == 401
        assert status(urls[1], "/api/study/stop", body=stop, headers={"X-Dealwright-Token": token}) == 200
        assert status(urls[0], "/api/study/stop", body=stop) == 200
    # Ctrl+C while a request is half sent, a stream is open and a connection is idle.
    host = re.fullmatch(r"http://(\[[^]]+\]|[^:]+):\d+/", urls[0])[1].strip("[]")
    open_ = [socket.create_connection((host, int(port))) for _ in range(3)]
    open_[0].sendall(b"POST /api/position HT")
    hunt = json.dumps({"setup": "fujisan/dominoes", "seed": "x", "measure": "length", "most": True})
    at = urls[0].split("//")[1].strip("/")
    head = f"POST /api/hunt HTTP/1.1\r\nhost: {at}\r\ncontent-type: application/json\r\ncontent-length: {len(hunt)}\r\n\r\n"
    open_[1].sendall((head + hunt).encode())
    assert open_[1].recv(12) == b"HTTP/1.1 200"
    took = end(process, master)
    print(f"ok: --bind {bind} prints {len(urls)} addresses that answer; Ctrl+C took {took:.1f} s")
    for connection in open_:
        connection.close()

# Not at a terminal: no code among the lines that a program reads.
server = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--no-open", "--bind", "0.0.0.0", "--dir", tempfile.mkdtemp()], stdout=subprocess.PIPE, text=True)
lines = [server.stdout.readline()]
while "token" not in lines[-1]:
    lines.append(server.stdout.readline())
assert not CODE.search("".join(lines)), lines
server.send_signal(signal.SIGINT)
assert server.wait(timeout=60) == 0
print("ok: there is a code at a terminal only")
