"""A server that tries copies of the package, each in a fork that has imported all but the package.

Run as a program. Reads one order a line from standard input (see `Order`), writes one result a line.
What costs most in a trial is importing NumPy, Numba, Z3 and Hypothesis: they are imported once.

Where an order says `interpreted`, Python runs what Numba would compile: for a mutant that would have to
be compiled anew this takes a tenth of the time. Whole numbers have other limits there, and an index
out of bounds is an error; so such a trial finds something only if an assertion or a check fails, not if
anything else is raised.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import resource
import select
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any

ROOT = Path(__file__).parents[2]
IMPORTED = (
    *("attrs", "click", "numpy", "numba", "numba.core.caching", "numba.core.compiler"),
    *("numba.extending", "llvmlite.binding", "platformdirs", "z3", "hypothesis", "jsonschema"),
    *("hypothesis.stateful", "hypothesis.extra.numpy", "pytest", "_pytest.assertion.rewrite"),
)
PLAIN = ("--assert=plain",)
"""A second run of pytest would load the package to rewrite its assertions, and its machine code would
belong to no sources: each trial would compile everything anew."""
PATIENCE = 8
"""Times the limit of processor time, by the clock: then a trial is ended that waits for something."""


class Raised(Exception):
    """Something else than an assertion or a check failed in interpreted code."""


def run(order: dict[str, Any]) -> str:
    """Carry out an order in this process; return the first failure, or nothing."""
    os.chdir(order["home"])
    os.environ |= {"PYTHONPATH": order["home"], "PYTHONSAFEPATH": "1", **order["environment"]}
    sys.path[:0] = [order["home"]]
    if order["interpreted"]:
        importlib.import_module("common.interpreted").install()
    if order["bounds"]:
        vars(importlib.import_module("numba.core.config"))["BOUNDSCHECK"] = 1
    if order["machine_code"]:
        share(order["machine_code"])
    for number, (kind, what) in enumerate(order["trials"]):
        order["at"] = number
        found = CHECKED[kind](what, order)
        if found:
            return found
    return ""


def share(name: str) -> None:
    """Take the machine code of the unchanged copy, in the folder of this name."""
    importlib.import_module("rulewright")

    class Finder(MetaPathFinder):
        def find_spec(self, fullname: str, *_: Any) -> Any:
            if fullname != "rulewright.impl.cache":
                return None
            sys.meta_path.remove(self)
            spec = find_spec(fullname)
            loader: Any = getattr(spec, "loader", None)
            execute = loader.exec_module

            def patched(module: Any) -> None:
                execute(module)
                vars(module).update(fingerprint=lambda _: name)

            loader.exec_module = patched
            return spec

    sys.meta_path.insert(0, Finder())


def probed(probe: dict[str, Any], order: dict[str, Any]) -> str:
    """Run a check of the copy."""
    trial = importlib.import_module("rulewright.checks.trial")
    (outcome,) = trial.trials([probe])
    if Path(outcome["package"]).parent.resolve() != Path(order["home"]).resolve():
        raise LookupError(f"checked was {outcome['package']}")
    if outcome["held"]:
        return ""
    said = outcome["lost"] or outcome["failure"]
    if order["interpreted"] and ("Traceback" in said or "Error" in said or outcome["lost"]):
        raise Raised(said)
    return f"{outcome['check']}: {(said.splitlines() or ['no reason was given'])[0]}"


def verified(whole: dict[str, Any], order: dict[str, Any]) -> str:
    """Run a check of the copy as `rulewright verify` does, with one of its efforts."""
    del order
    checks = importlib.import_module("rulewright.checks")
    outcome_of = importlib.import_module("rulewright.checks.verification").outcome_of
    efforts = {each.name: each for each in (checks.QUICK, checks.NORMAL)}
    (check,) = (each for each in checks.CHECKS if each.name == whole["check"])
    outcome = outcome_of(efforts[whole["effort"]], 1, (whole["game"], check), lambda *_: None)
    said = outcome.lost or outcome.failure
    return "" if outcome.held else f"{check.name}: {(said.splitlines() or ['no reason'])[0]}"


class Watching:
    """Notes the first test that fails."""

    def __init__(self) -> None:
        """Begin with none."""
        self.first = ""
        self.ran = 0
        self.by_assertion = True

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        """Note a failure, and how it came about."""
        self.ran += call.when == "call"
        if call.excinfo is not None and not self.first:
            self.first = f"{item.nodeid}: {call.excinfo.exconly().splitlines()[0]}"
            self.by_assertion = call.excinfo.errisinstance(AssertionError)


def tested(files: list[str], order: dict[str, Any]) -> str:
    """Run tests on the copy, up to the first that fails."""
    import pytest  # noqa: PLC0415 - imported by the parent

    os.chdir(ROOT)
    watching = Watching()
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short", *PLAIN]
    options += ["-W", "ignore::RuntimeWarning"] if order["interpreted"] else []
    status = pytest.main([*options, "-m", "not slow", *files], plugins=[watching])
    module = sys.modules.get("rulewright")
    home = Path(str(getattr(module, "__file__", ""))).resolve().parents[1]
    if module is not None and home != Path(order["home"]).resolve():
        raise LookupError(f"tested was {home}")
    if status == pytest.ExitCode.NO_TESTS_COLLECTED or (status == 0 and not watching.ran):
        raise LookupError(f"no test was selected of {', '.join(files)}, so none could fail")
    if status == 0:
        return ""
    if order["interpreted"] and not (watching.first and watching.by_assertion):
        raise Raised(watching.first or f"pytest ended with status {status}")
    return watching.first or f"pytest ended with status {status}"


CHECKED: dict[str, Callable[[Any, dict[str, Any]], str]] = {
    "probe": probed,
    "tests": tested,
    "verify": verified,
}


def child(order: dict[str, Any], answers: int) -> None:
    """Carry out an order and write what came of it; never returns."""
    os.setsid()
    limit = int(order["limit"])
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    with open(order["log"], "wb", buffering=0) as log:  # noqa: PTH123
        for number in (1, 2):
            os.dup2(log.fileno(), number)
    answer: dict[str, Any] = {"found": "", "raised": ""}
    try:
        answer["found"] = run(order)
    except Raised as error:
        answer["raised"] = str(error)[-2000:]
    except BaseException as error:  # noqa: BLE001 - whatever a mutant does
        traceback.print_exc()
        answer["raised"] = f"{type(error).__name__}: {error}"
    answer["at"] = order.get("at")
    os.write(answers, json.dumps(answer).encode())
    os._exit(0)


def carried_out(order: dict[str, Any]) -> dict[str, Any]:
    """Let a fork carry out an order; return its result."""
    reading, writing = os.pipe()
    began = os.times()
    number = os.fork()
    if not number:
        os.close(reading)
        child(order, writing)
    os.close(writing)
    content, until = b"", monotonic() + PATIENCE * int(order["limit"])
    while select.select([reading], [], [], max(until - monotonic(), 0))[0]:
        part = os.read(reading, 1 << 16)
        content += part
        if not part:
            break
    with contextlib.suppress(ProcessLookupError):
        os.killpg(number, signal.SIGKILL)
    _, status = os.waitpid(number, 0)
    os.close(reading)
    ended = os.times()
    used = ended[2] + ended[3] - began[2] - began[3]
    answer: dict[str, Any] = (
        json.loads(content)
        if content
        else {"found": f"its process ended with status {status}", "raised": "", "at": None}
    )
    return answer | {"seconds": used}


def main() -> int:
    """Carry out orders until there are no more."""
    for name in IMPORTED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    from hypothesis import Phase, settings  # noqa: PLC0415 - as all that takes long

    settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        report_multiple_bugs=False,
    )
    settings.load_profile("mutants")
    warnings.simplefilter("ignore")
    gc.freeze()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(carried_out(json.loads(line))) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
