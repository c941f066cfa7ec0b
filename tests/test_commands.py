"""The command line: stopped on the way, on a terminal of another alphabet, with files of another encoding."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from monopoly_lab import cli
from monopoly_lab.lessons import working_copies as lessons


def stopped(folder: object) -> None:
    raise KeyboardInterrupt


def stumbling(folder: object) -> None:
    try:
        raise KeyboardInterrupt
    finally:
        raise AssertionError  # as a library that cleans up


@pytest.mark.parametrize(
    ("given", "meant"), [(["chek"], "check"), (["lesson", "build", "01", "--for", "studnt"], "student")]
)
def test_commands__a_wrong_choice_names_the_nearest(
    given: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(given)
    assert capsys.readouterr().err.endswith(f' (did you mean "{meant}"?)\n')


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["class", "new", "lesson.toml"], "помилка: бракує: --students"),
        (["class", "collect", "x", "--zz"], "помилка: невідомі аргументи: --zz"),
        (["serve", "--port"], "помилка: --port: потрібне значення"),
        (["serve", "--port", "x"], "помилка: --port: «x» не підходить"),
        (["class", "collect", "x", "--jobs", "0"], "помилка: --jobs: 0 — не кількість процесів від 1 до 64"),
        (["chek"], "помилка: команда: «chek» вибрати не можна"),
        (["live", "--list", "--delete", "AAAAA"], "помилка: --delete: разом із --list не можна"),
    ],
)
def test_commands__say_in_the_language_what_is_wrong_with_arguments(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--lang", "uk", *given])
    told = capsys.readouterr().err.replace("\N{NO-BREAK SPACE}", " ")
    assert said in told and told.startswith("виклик: monopoly-lab") and "usage" not in told


def test_commands__show_a_wrong_choice_as_it_was_typed(capsys: pytest.CaptureFixture[str]) -> None:
    for value in ("it's", "pdff", 'x"y'):
        with pytest.raises(SystemExit):
            cli.main(["export", "junior", "--to", value])
        assert f'invalid choice: "{value}" (choose from ipynb, html, pdf, xlsx, csv)' in capsys.readouterr().err


def test_help__is_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--lang", "uk", "class", "new", "-h"])
    told = capsys.readouterr().out
    assert not any(word in told for word in ("usage:", "arguments:", "options:", "show this"))


@pytest.mark.parametrize("act", [stopped, stumbling])
def test_interrupt__is_one_line_and_no_traceback(
    act: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lessons, "copy_into", act)
    assert cli.main(["copy", str(tmp_path)]) == 130
    assert capsys.readouterr().err == "interrupted; what was not finished is not written\n"


def test_errors__of_the_code_itself_are_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "copy_into", lambda folder: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        cli.main(["copy", str(tmp_path)])


CASINO = str(Path(__file__).parents[1] / "scenarios" / "casino.toml")


@pytest.mark.parametrize(
    "command",
    [["scenarios"], *(pytest.param(each, marks=pytest.mark.full) for each in (["check", CASINO], ["--help"]))],
    ids=lambda command: command[0],
)
def test_pipe__ends_quietly_when_nobody_reads_on(command: list[str]) -> None:
    """As `monopoly-lab scenarios | head -2` does: whoever reads has closed the pipe before all is written."""
    reads, writes = os.pipe()
    os.close(reads)
    called = [sys.executable, "-m", "monopoly_lab", *command]
    done = subprocess.run(called, stdout=writes, stderr=subprocess.PIPE, check=False)
    os.close(writes)
    assert done.stderr == b"" and done.returncode in (0, 141)


@pytest.mark.parametrize("encoding", ["cp1252", pytest.param("ascii", marks=pytest.mark.full)])
def test_terminal__of_another_alphabet_shows_what_it_can(encoding: str) -> None:
    command = [sys.executable, "-m", "monopoly_lab", "--lang", "uk", "editions"]
    done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONIOENCODING": encoding}, check=False)
    assert done.returncode == 0, done.stderr
    assert b"classic_us" in done.stdout


def test_files__of_another_encoding_are_named_and_a_byte_order_mark_is_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = (
        'inherits = "classic_us"\nid = "mine"\nlanguage = "en"\nrulebook = "Rules of the yard"\ntitle = {en = "Двор"}\n'
    )
    path = tmp_path / "mine.toml"
    path.write_text(content, encoding="utf-8-sig")
    assert cli.main(["check", str(path)]) == 0
    path.write_text(content, encoding="cp1251")
    assert cli.main(["check", str(path)]) == 1
    assert "not UTF-8" in capsys.readouterr().out
    notes = tmp_path / "notes.md"
    notes.write_bytes(b"\xff\xfe")
    assert cli.main(["export", "born_ahead", "--to", "csv", "--notes", str(notes)]) == 1
    assert "not UTF-8" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes among its files")
def test_regenerate__a_pipe_and_a_damaged_notebook_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.ipynb")
    cell = (
        '{"cell_type": "code", "id": "a", "source": "1", "metadata": {"tags": 3}, "outputs": [], "execution_count": 1}'
    )
    whole = f'{{"cells": [{cell}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}'
    (tmp_path / "odd.ipynb").write_text(whole, encoding="utf-8")
    for name in ("pipe", "odd"):
        assert cli.main(["regenerate", str(tmp_path / f"{name}.ipynb")]) == 1
        assert f"{name}.ipynb: this is no notebook" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999"])
def test_start__refuses_what_is_no_port_before_it_copies(
    tmp_path: Path, port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["start", "--port", port, "--no-browser", "--folder", str(tmp_path / "t")]) == 1
    assert capsys.readouterr().err == f"--port {port}: a number from 1 to 65535 is needed.\n"
    assert list(tmp_path.iterdir()) == []


def test_start__refuses_a_notebook_that_is_not_there_before_it_copies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["start", "01_play_a_scenaro", "--no-browser", "--folder", str(tmp_path / "t")]) == 1
    assert "01_play_a_scenario" in capsys.readouterr().err and list(tmp_path.iterdir()) == []


def test_start__takes_a_notebook_that_is_delivered_or_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "mine.ipynb").write_text("{}")
    for notebook in ("01_play_a_scenario", "notebooks/01_play_a_scenario.ipynb", "mine", "./notebooks/mine.ipynb"):
        lessons.check_start(tmp_path, notebook, 8888)


@pytest.mark.parametrize("given", [["--list"], ["--delete", "AAAAA"], ["AAAAA"], ["born_ahead"]])
@pytest.mark.parametrize("lang", ["en", "uk"])
def test_live__a_file_in_the_place_of_the_folder_is_named(
    tmp_path: Path, given: list[str], lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("kept")
    assert cli.main(["--lang", lang, "live", *given, "--folder", str(tmp_path / "file"), "--no-browser"]) == 1
    err = capsys.readouterr().err
    assert str(tmp_path / "file") in err and "Errno" not in err and (tmp_path / "file").read_text() == "kept"


def test_live__an_empty_room_is_none_to_delete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["live", "--delete", "", "--folder", str(tmp_path), "--yes"]) == 1
    assert capsys.readouterr().err.startswith('No room ""') and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", [["--list"], ["--delete", "AAAAA"]])
def test_live__a_room_is_not_named_twice(tmp_path: Path, given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["live", "BBBBB", *given, "--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"argument BBBBB: not allowed with {given[0]}\n"


def test_export__notes_that_are_too_large_are_called_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "big.md").write_text("x" * 3_000_000)
    given = [
        "export",
        "class_board",
        "--to",
        "ipynb",
        "--notes",
        str(tmp_path / "big.md"),
        "--out",
        str(tmp_path / "a"),
    ]
    assert cli.main(given) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'big.md'}: the file is larger than 1 MB; no larger one is read\n"
