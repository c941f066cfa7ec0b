"""`monopoly-lab start`: a lesson opens as it is, and is not called changed before anybody has touched it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from labwindow import TOKEN
from servers import disable_unused, free_port, stopped, wait_for

ROOT = Path(__file__).parents[2]
LESSON = "notebooks/01_play_a_scenario.ipynb"
START = """
from pathlib import Path
from monopoly_lab.lessons.working_copies import start
start(Path(), {lesson!r}, False, {port})
"""
# Once the kernel has told what its language is, JupyterLab writes that into the notebook, and its own name for it.
KNOWN = """
async () => {
  const panel = jupyterapp.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  await new Promise((later) => setTimeout(later, 1000));
  return [panel.context.model.dirty, panel.context.path];
}
"""


def test_start__a_lesson_of_a_checkout_opens_without_being_unsaved(chromium: Any, tmp_path: Path) -> None:
    lesson = tmp_path / LESSON
    lesson.parent.mkdir()
    lesson.write_bytes((ROOT / LESSON).read_bytes())
    shown = {"LabApp": {"expose_app_in_browser": True}}  # the window's handle on it
    disable_unused(tmp_path / "config")
    (tmp_path / "config" / "jupyter_lab_config.json").write_text(json.dumps(shown), "utf-8")
    port = free_port()
    settings = {**os.environ, "JUPYTER_TOKEN": TOKEN, "JUPYTER_CONFIG_DIR": str(tmp_path / "config")}
    settings |= {"PYTHONPATH": str(ROOT), "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-c", START.format(lesson=LESSON, port=port)]
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(command, cwd=tmp_path, env=settings, **streams)
    page = chromium.new_page()
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/api?token={TOKEN}", server)
        page.goto(f"{address}/lab/tree/{LESSON}?token={TOKEN}")
        page.wait_for_function("globalThis.jupyterapp?.shell.currentWidget?.context?.path")
        assert page.evaluate(KNOWN) == [False, LESSON]
        assert lesson.read_bytes() == (ROOT / LESSON).read_bytes()
    finally:
        page.close()
        stopped(server)
