"""What a user gets: the wheel, copies of the lessons, and a server that answers."""

import asyncio
import errno
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tornado.websocket import websocket_connect

from monopoly_lab import __version__, cli, editions
from monopoly_lab.common.errors import FileError
from monopoly_lab.lessons import working_copies
from monopoly_lab.lessons import working_copies as lessons
from monopoly_lab.web.site import book

ROOT = Path(__file__).parents[1]
NOTEBOOK = "notebooks/01_play_a_scenario.ipynb"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content, far from any checkout."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run_installed(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program from the wheel, run in `folder`; the checkout is not importable there."""
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from monopoly_lab.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, str(installed), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_wheel__holds_every_notebook_scenario_and_data_file(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"monopoly_lab/material/{name}" for name in lessons.delivered_files()} <= names
    assert {f"monopoly_lab/material/docs/{name}.md" for name in book.GUIDE} <= names
    data = [
        path
        for path in (ROOT / "monopoly_lab").rglob("*")
        if path.suffix in (".toml", ".json", ".js", ".css", ".svg", ".html", ".j2", ".po")
    ]
    assert {path.relative_to(ROOT).as_posix() for path in data} <= names
    assert "monopoly_lab/editions/data/classic_us.toml" in names
    assert "monopoly_lab/editions/data/shipped.json" in names


def test_wheel__has_neither_tests_nor_the_comparison_of_notebooks(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if "conftest" in name or name.startswith(("tests/", "notebooks/"))]


@pytest.mark.full
def test_wheel__copies_the_lessons_outside_a_checkout(installed: Path, tmp_path: Path) -> None:
    done = run_installed(installed, tmp_path, "copy", "lessons")
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.relative_to(tmp_path / "lessons").as_posix() for path in (tmp_path / "lessons").rglob("*.*")} == {
        *lessons.delivered_files(),
        lessons.RECORD,
    }
    assert (tmp_path / "lessons" / NOTEBOOK).read_bytes() == lessons.at_home(ROOT / NOTEBOOK)


@pytest.fixture
def delivered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A delivery of two files that a test can change; copies go to tmp_path / "mine"."""
    home = tmp_path / "home"
    for part, name in (("notebooks", "a.ipynb"), ("scenarios", "b.toml")):
        (home / part).mkdir(parents=True)
        (home / part / name).write_text("first")
    monkeypatch.setattr(lessons, "home", lambda: home)
    return home


def test_copy__a_notebook_is_marked_with_this_python_so_that_it_opens_unchanged(tmp_path: Path) -> None:
    """JupyterLab writes into a notebook what its kernel tells of itself, and calls it unsaved where that is news."""
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelspec import get_kernel_dict

    lessons.copy_into(tmp_path)
    marked = json.loads((tmp_path / NOTEBOOK).read_text(encoding="utf-8"))
    assert marked["metadata"]["language_info"] == IPythonKernel.language_info
    assert marked["metadata"]["kernelspec"]["display_name"] == get_kernel_dict()["display_name"]
    assert marked["cells"] == json.loads((ROOT / NOTEBOOK).read_text(encoding="utf-8"))["cells"]


def test_copy__an_edited_file_is_kept_and_named(delivered: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    mine = tmp_path / "mine"
    assert cli.main(["copy", str(mine)]) == 0
    (mine / "notebooks" / "a.ipynb").write_text("my own work")
    for part, name in (("notebooks", "a.ipynb"), ("scenarios", "b.toml")):
        (delivered / part / name).write_text("second")
    capsys.readouterr()
    assert cli.main(["copy", str(mine)]) == 0
    assert (mine / "notebooks" / "a.ipynb").read_text() == "my own work"
    assert (mine / "scenarios" / "b.toml").read_text() == "second"
    said = capsys.readouterr().out
    assert "a.ipynb" in said and "b.toml" not in said


def test_copy__an_edited_file_stays_edited_however_often_it_is_copied(delivered: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    lessons.copy_into(mine)
    (mine / "notebooks" / "a.ipynb").write_text("my own work")
    for text in ("second", "third", "fourth"):
        (delivered / "notebooks" / "a.ipynb").write_text(text)
        assert lessons.copy_into(mine).kept == ["notebooks/a.ipynb"]
    assert (mine / "notebooks" / "a.ipynb").read_text() == "my own work"


def test_copy__a_notebook_that_was_only_opened_is_not_edited(delivered: Path, tmp_path: Path) -> None:
    """JupyterLab completes the metadata of a notebook and saves it, though nobody has typed a word."""
    mine, ours = tmp_path / "mine" / "notebooks" / "a.ipynb", delivered / "notebooks" / "a.ipynb"
    ours.write_text('{"cells": [1], "metadata": {}}')
    lessons.copy_into(tmp_path / "mine")
    mine.write_text('{"cells": [1], "metadata": {"language_info": {"version": "3.11.7"}}}')
    assert "notebooks/a.ipynb" in lessons.copy_into(tmp_path / "mine").same
    ours.write_text('{"cells": [2], "metadata": {}}')
    assert lessons.copy_into(tmp_path / "mine").updated == ["notebooks/a.ipynb"]
    mine.write_text('{"cells": [3], "metadata": {}}')
    ours.write_text('{"cells": [4], "metadata": {}}')
    assert lessons.copy_into(tmp_path / "mine").kept == ["notebooks/a.ipynb"]


def test_copy__a_file_that_was_there_before_is_not_ours_to_overwrite(delivered: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    (mine / "notebooks").mkdir(parents=True)
    (mine / "notebooks" / "a.ipynb").write_text("from somewhere else")
    assert lessons.copy_into(mine).kept == ["notebooks/a.ipynb"]
    assert (mine / "notebooks" / "a.ipynb").read_text() == "from somewhere else"


def test_copy__a_deleted_file_comes_back_and_an_unchanged_one_is_left_alone(delivered: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    lessons.copy_into(mine)
    (mine / "notebooks" / "a.ipynb").unlink()
    copied = lessons.copy_into(mine)
    assert (copied.new, copied.same, copied.updated, copied.kept) == (
        ["notebooks/a.ipynb"],
        ["scenarios/b.toml"],
        [],
        [],
    )


@pytest.mark.parametrize("obstacle", ["mine", "mine/scenarios", "mine/.monopoly-lab.json"])
def test_copy__a_folder_that_cannot_be_used_is_refused_and_nothing_copied(
    delivered: Path, tmp_path: Path, obstacle: str, capsys: pytest.CaptureFixture
) -> None:
    (tmp_path / obstacle).parent.mkdir(exist_ok=True)
    (tmp_path / obstacle).write_text("not what you think")
    before = sorted(tmp_path.rglob("*"))
    assert cli.main(["copy", str(tmp_path / "mine")]) == 1
    assert str(tmp_path / obstacle) in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


def test_copy__a_folder_of_other_things_is_refused_and_an_empty_name_is_none(
    delivered: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("my own")
    monkeypatch.chdir(tmp_path / "mine")
    with pytest.raises(lessons.FolderError, match=r"holds other things \(1: thesis.txt\)"):
        lessons.copy_into(tmp_path / "mine")
    with pytest.raises(SystemExit):
        cli.main(["copy", ""])
    assert "an empty name is no folder" in capsys.readouterr().err
    (tmp_path / "circle").symlink_to("circle")
    for name in (str(tmp_path / "circle"), "a\0b", "\ud800"):
        with pytest.raises(SystemExit):
            cli.main(["copy", name])
        assert "argument folder: " in capsys.readouterr().err
    assert [path.name for path in Path().iterdir()] == ["thesis.txt"]
    Path("thesis.txt").rename(".hidden")
    assert lessons.copy_into(tmp_path / "mine").new


def full_after(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    """A disk that holds so many files more."""
    left = [n]

    def stored(handle: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", stored)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_copy__onto_a_full_disk_leaves_nothing(
    delivered: Path, tmp_path: Path, n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_after(monkeypatch, n)
    with pytest.raises(FileError, match=os.strerror(errno.ENOSPC)):
        lessons.copy_into(tmp_path / "mine" / "deep")
    assert not (tmp_path / "mine").exists()


def test_copy__not_onto_the_delivered_notebooks_themselves(capsys: pytest.CaptureFixture) -> None:
    assert cli.main(["copy", str(ROOT)]) == 1
    assert "another folder" in capsys.readouterr().err
    assert not (ROOT / lessons.RECORD).exists()


@pytest.mark.parametrize(
    ("notebook", "hint"),
    [
        ("01_play_a_scenaro", "did you mean 01_play_a_scenario?"),
        ("../../elsewhere.ipynb", "there are: notebooks/01_play_a_scenario.ipynb"),
        ("debt.toml", "there are: notebooks/01_play_a_scenario.ipynb"),
    ],
)
def test_start__an_unknown_notebook_is_refused_with_the_nearest(tmp_path: Path, notebook: str, hint: str) -> None:
    folder = tmp_path / "folder"
    for name in (NOTEBOOK, "../elsewhere.ipynb", "notebooks/debt.toml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}")
    with pytest.raises(lessons.FolderError, match=re.escape(notebook)) as refused:
        working_copies.find(folder, notebook)
    assert hint in str(refused.value)


class Visit(NamedTuple):
    """What `start --no-browser`, run from the wheel, has printed and answered from its first line to its end."""

    folder: Path
    address: str
    status: int
    page: str
    opened: str  # the notebook that it opens, as the server names it
    news: dict[str, Any]  # the settings of what JupyterLab tells of itself
    said: Any  # what a kernel answers
    lines: list[str]  # after the address


@contextmanager
def started(installed: Path, folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address that is printed, and the program, with more to print."""
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from monopoly_lab.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, str(installed), "start", "--no-browser", "--folder", "mine"]
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    surroundings["JUPYTER_CONFIG_DIR"] = surroundings["JUPYTER_DATA_DIR"] = str(folder / "nothing of the user's")
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=folder, env=surroundings, text=True, **streams) as server:
        assert server.stdout is not None
        first = [server.stdout.readline() for _ in range(2)]
        try:
            yield next(iter(re.findall(r"http://\S+", first[1])), f"no address was printed but {first}"), server
        finally:
            server.send_signal(signal.SIGTERM)


@pytest.fixture(scope="module")
def visit(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Visit:
    """One server for all that is asked of it: it takes seconds to start."""
    folder = tmp_path_factory.mktemp("visit")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with started(installed, folder) as (address, server):
        page = opener.open(address, timeout=30)
        text = page.read().decode()

        def at(place: str) -> str:
            return address.replace(f"/lab/tree/{NOTEBOOK}", place)

        opened = json.load(opener.open(at(f"/api/contents/{NOTEBOOK}"), timeout=30))["path"]
        settings = opener.open(at("/lab/api/settings/@jupyterlab/apputils-extension:notification"), timeout=30)
        news = json.load(settings)["schema"]["properties"]
        kernel = json.load(opener.open(at("/api/kernels"), b'{"name": "python3"}', timeout=30))["id"]
        said = asyncio.run(answer(at(f"/api/kernels/{kernel}/channels").replace("http", "ws", 1), "2 + 3"))
        server.send_signal(signal.SIGTERM)
        assert server.stdout is not None
        lines = server.stdout.read().splitlines()
        return Visit(folder, address, page.status, text, opened, news, said, lines)


async def answer(channels: str, code: str) -> dict[str, Any]:
    """What a kernel answers to a line of code."""
    kernel = await websocket_connect(channels)
    header = {"msg_id": "1", "session": "1", "username": "", "msg_type": "execute_request", "version": "5.3"}
    message = {"header": header, "parent_header": {}, "metadata": {}, "content": {"code": code}, "channel": "shell"}
    await kernel.write_message(json.dumps(message))
    while True:
        told = json.loads(await kernel.read_message() or "null")
        if told["msg_type"] in ("execute_result", "error"):
            kernel.close()
            return dict(told["content"])


@pytest.mark.full
def test_start__prints_nothing_of_others_nor_when_a_kernel_runs(visit: Visit) -> None:
    assert visit.said["data"]["text/plain"] == "5"
    *lines, last = visit.lines
    assert lines == ["Stop with Ctrl+C."] and last.endswith("received signal 15, stopping")


@pytest.mark.full
def test_start__prints_an_address_that_answers_with_the_notebook(visit: Visit) -> None:
    assert visit.status == 200 and "jupyter-config-data" in visit.page
    assert f"/lab/tree/{NOTEBOOK}?token=" in visit.address
    assert visit.opened == NOTEBOOK
    assert (visit.folder / "mine" / NOTEBOOK).is_file()
    assert (visit.news["fetchNews"]["default"], visit.news["checkForUpdates"]["default"]) == ("false", False)
    assert '"buildCheck": false' in visit.page


@pytest.mark.full
def test_wheel__lists_the_editions_outside_a_checkout(installed: Path, tmp_path: Path) -> None:
    done = run_installed(installed, tmp_path, "editions")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()] == editions()


def test_check__prints_each_problem_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    wrong = tmp_path / "mine.toml"
    wrong.write_text('id = "mine"\ninherits = "classic_uk"\n')
    assert cli.main(["check", str(wrong)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said and all(line.startswith(f"{wrong}: ") for line in said)
    assert any("inherits" in line and "classic_us" in line for line in said)


def test_check__an_edition_that_has_changed_is_told_but_no_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    old = tmp_path / "old.toml"
    seats = "".join(f'[[seats]]\nname = "{name}"\n' for name in ("Ann", "Bo"))
    old.write_text(f'format = 1\nedition = "classic_us"\ndigest = "0"\n{seats}')
    assert cli.main(["check", str(old)]) == 0
    told, summary = capsys.readouterr().out.splitlines()
    assert told.startswith(f"{old}: ") and "classic_us" in told
    assert summary.startswith("1 file")


def test_check__shipped_editions_and_scenarios_have_no_problems(capsys: pytest.CaptureFixture) -> None:
    files = [*(ROOT / "monopoly_lab" / "editions" / "data").glob("*.toml"), *(ROOT / "scenarios").glob("*.toml")]
    files.remove(ROOT / "monopoly_lab" / "editions" / "data" / "topics.toml")
    assert cli.main(["check", *map(str, files)]) == 0, capsys.readouterr().out


def test_scenarios__every_shipped_one_is_listed_with_a_title(capsys: pytest.CaptureFixture) -> None:
    assert cli.main(["scenarios"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(list((ROOT / "scenarios").glob("*.toml"))) >= 14
    assert all(len(line.split()) >= 2 for line in lines)


# What is checked before a commit is what is checked before a change is taken.


def test_style__a_commit_is_checked_as_a_change_is() -> None:
    ci = re.search(r"^ +for check in (.*); do$", (ROOT / ".ci/run").read_text("utf-8"), re.M)
    hooks = re.findall(r"^ +entry: (.*)$", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"), re.M)
    assert ci and re.findall('"(.*?)"', ci[1]) == hooks


def test_citation__names_the_version_there_is() -> None:
    assert f'version: "{__version__}"' in (ROOT / "CITATION.cff").read_text("utf-8")
