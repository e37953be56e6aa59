"""The profile kubernetes renders jobs that a cluster accepts. The cluster is a fake API server that runs the command of
each job on this machine.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Cluster(BaseHTTPRequestHandler):
    """Accepts secrets and jobs, and runs the command of each job at once."""

    jobs: dict = {}

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.endswith("/jobs"):
            container = body["spec"]["template"]["spec"]["containers"][0]
            command = [*container["command"], *container["args"]]
            with tempfile.TemporaryDirectory() as folder:
                ended = subprocess.run(command, capture_output=True, text=True, cwd=folder)
            self.jobs[body["metadata"]["name"]] = (body, ended)
        self.answer(body)

    def do_GET(self):
        if "/pods" in self.path:
            self.answer({"kind": "PodList", "apiVersion": "v1", "items": []})
        else:
            name = self.path.split("/jobs/")[1].split("/")[0]
            code = self.jobs[name][1].returncode
            self.answer(self.jobs[name][0] | {"status": {"failed": 1} if code else {"succeeded": 1}})

    def do_DELETE(self):
        self.answer({"kind": "Status", "apiVersion": "v1", "status": "Success"})

    def answer(self, body):
        text = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


@pytest.fixture
def cluster(tmp_path, monkeypatch):
    Cluster.jobs = {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), Cluster)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "fake",
        "clusters": [{"name": "fake", "cluster": {"server": f"http://127.0.0.1:{server.server_port}"}}],
        "contexts": [{"name": "fake", "context": {"cluster": "fake", "user": "fake"}}],
        "users": [{"name": "fake", "user": {}}],
    }
    (tmp_path / "kubeconfig").write_text(json.dumps(config))
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "kubeconfig"))
    yield Cluster
    server.shutdown()


@pytest.mark.skipif(not shutil.which("rsync"), reason="the profile kubernetes needs rsync")
def test_the_profile_kubernetes_renders_one_job_for_twenty_runs(write, fake, cluster, tmp_path):
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "testudo_lab",
            str(write()),
            "--profile",
            "kubernetes",
            "--results",
            str(tmp_path / "out"),
        ],
        capture_output=True,
        text=True,
        env=os.environ,
    )
    assert done.returncode == 0, done.stderr + "".join(ended.stderr for _, ended in cluster.jobs.values())
    ((job, _),) = cluster.jobs.values()
    pod = job["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert container["image"] == "testudo-lab"
    assert {"name": "testudo-lab", "mountPath": "/lab"} in container["volumeMounts"]
    assert {"name": "testudo-lab", "persistentVolumeClaim": {"claimName": "testudo-lab"}} in pod["volumes"]
    assert container["resources"]["requests"]["memory"] == "4000M"
    assert container["resources"]["requests"]["cpu"] == "950m"
    assert "8 of 8 runs succeeded" in (tmp_path / "out/small/nothing/report.html").read_text()
