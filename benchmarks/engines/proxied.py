"""nginx with its micro-cache in front of a served site (docs/nginx.conf), and wrk as the hall that reads: both only
where they are installed."""

import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

from benchmarks.engines.served import Site

CONFIGURATION = Path("docs/nginx.conf")
NGINX, WRK = shutil.which("nginx"), shutil.which("wrk")
A_SECOND = re.compile(r"Requests/sec:\s+([\d.]+)")
IN_99 = re.compile(r"99%\s+([\d.]+)(us|ms|s)")
MILLISECONDS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@contextmanager
def proxied(site: Site) -> Iterator[int]:
    """The port at which nginx answers for the site."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # nginx works as a user of its own
        text = CONFIGURATION.read_text(encoding="utf-8")
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{site.port}").replace(
            "listen 80;", f"listen {port};"
        )
        text = text.replace("/var/cache/nginx/manilla", f"{folder}/cache")
        own = Path(folder) / "nginx.conf"
        own.write_text(f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error;\n{text}", encoding="utf-8")
        process = subprocess.Popen([str(NGINX), "-e", f"{folder}/error", "-c", str(own)])
        try:
            sleep(0.5)
            yield port
        finally:
            process.terminate()
            process.wait()


def hammered(port: int, path: str, *, seconds: int, connections: int) -> tuple[float, float]:
    """Answers a second, and milliseconds within which 99 of 100 came, as wrk counts them."""
    command = [
        str(WRK),
        "-t1",
        f"-c{connections}",
        f"-d{seconds}s",
        "--latency",
        "-H",
        "Accept-Encoding: gzip",
    ]
    said = subprocess.run(
        [*command, f"http://127.0.0.1:{port}{path}"], check=True, capture_output=True, text=True
    ).stdout
    rate, slow = A_SECOND.search(said), IN_99.search(said)
    if rate is None or slow is None:
        raise SystemExit(said)
    return float(rate[1]), float(slow[1]) * MILLISECONDS[slow[2]]
