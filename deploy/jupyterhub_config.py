"""A hub on one computer, to try it: any name may log in, and each has a folder with the lessons of their own."""

import os
import subprocess
import sys
from pathlib import Path

c = get_config()  # type: ignore[name-defined]  # noqa: F821
HOMES = Path(os.environ.get("MONOPOLY_LAB_HOMES", "homes")).resolve()


def give_lessons(spawner: object) -> None:
    """Before a student's server starts: the lessons, or what is new in them."""
    folder = HOMES / spawner.user.name / "monopoly-lab"  # type: ignore[attr-defined]
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "monopoly_lab", "copy", str(folder)], check=True)


c.JupyterHub.bind_url = os.environ.get("MONOPOLY_LAB_HUB", "http://127.0.0.1:8000")
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(HOMES / "{username}")
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.pre_spawn_hook = give_lessons
c.Spawner.default_url = "/lab/tree/monopoly-lab/notebooks/01_play_a_scenario.ipynb"
c.Spawner.http_timeout = 120  # a busy computer needs a while for the first server
if hasattr(os, "geteuid") and os.geteuid() == 0:
    c.Spawner.args = ["--allow-root"]  # on a machine that has no other user, as in a test
