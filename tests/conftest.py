"""In continuous integration everything a test needs is there: what is skipped there has failed."""

import os
from collections.abc import Generator

import pytest

os.environ.pop("MONOPOLY_LAB_LANG", None)  # tests expect English, kernels they start too


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: skipped, which CI does not allow: {report.longrepr}"
    return report
