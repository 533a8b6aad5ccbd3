"""An adapter that plays a tiny game of its own and misbehaves as its first argument says.

It knows one game, Minoa on the smallest board before anything closes: enough to answer a few
requests. Standard library only, so that it starts fast.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

MODE = sys.argv[1]
LINES = ["-1,0-0,0", "-1,1-0,0", "0,-1-0,0", "0,0-0,1", "0,0-1,-1", "0,0-1,0"]
FOR_EVER = 600
SLOW = 1.0
PLAYED: list[str] = []


def raw(data: bytes) -> None:
    """Print bytes as they are."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(answer: object) -> None:
    """Print one answer."""
    raw(json.dumps(answer).encode() + b"\n")


def complain(text: str) -> None:
    """Print on standard error."""
    sys.stderr.write(text)
    sys.stderr.flush()


def die() -> None:
    """End, saying why."""
    complain("out of luck\n")
    sys.exit(7)


def family() -> None:
    """Start a child, and hang together with it."""
    child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({FOR_EVER})"])
    complain(f"child {child.pid}\n")
    time.sleep(FOR_EVER)


def runaway(*, twice: bool, clean: bool) -> None:
    """Start a process in a session of its own, if `twice` by one that ends at once, and go on."""
    words = [sys.executable, "-S", "-c", f"import time; time.sleep({FOR_EVER})"]
    runaway_of(words, twice=twice, clean=clean)
    say({"ok": True, "actions": []})


def runaway_of(words: list[str], *, twice: bool, clean: bool) -> None:
    """Start a command in a session of its own."""
    starts = (
        "import subprocess\n"
        "quiet = dict.fromkeys(('stdin', 'stdout', 'stderr'), subprocess.DEVNULL)\n"
        f"print(subprocess.Popen({words}, start_new_session=True, **quiet).pid)"
    )
    if twice:
        inner = [sys.executable, "-S", "-c", starts]
        pid = subprocess.run(inner, stdout=subprocess.PIPE, check=True).stdout.decode().strip()
    else:
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        bare: dict[str, Any] = {"env": {}} if clean else {}
        pid = str(subprocess.Popen(words, start_new_session=True, **quiet, **bare).pid)  # type: ignore[call-overload]
    complain(f"child {pid}\n")


def orphan() -> None:
    """End, and leave a child that keeps standard output open."""
    subprocess.Popen([sys.executable, "-S", "-c", f"import time; time.sleep({FOR_EVER})"])
    os._exit(9)


def deaf() -> None:
    """Answer, and hear no more."""
    os.close(0)
    say({"ok": True, "actions": []})
    time.sleep(FOR_EVER)


def half(ends: Callable[[], object]) -> None:
    """Print half a line, and then something else."""
    raw(b'{"ok": true, "act')
    ends()


def closed() -> None:
    """Close standard output and stay."""
    os.close(1)
    time.sleep(FOR_EVER)


def long() -> None:
    """Print a line of 100 MB."""
    for _ in range(100):
        raw(b"x" * 1_000_000)
    raw(b"\n")


HELD: list[bytearray] = []
MEGABYTE = 1 << 20


def grow(most: int) -> None:
    """Hold on to more memory, in steps, up to so many megabytes: no test needs more."""
    while len(HELD) * 10 < most:
        HELD.append(bytearray(b"x" * (10 * MEGABYTE)))
        time.sleep(0.01)


def grow_by_and_by() -> None:
    """Answer, with ten megabytes more each time."""
    if len(HELD) < 60:
        HELD.append(bytearray(b"x" * (10 * MEGABYTE)))
    time.sleep(0.02)
    say({"ok": True, "actions": LINES})


def child_grows() -> None:
    """Have a child that holds on to memory, and go on answering."""
    if not HELD:
        HELD.append(bytearray())
        code = "import time; held = bytearray(b'x' * (400 << 20)); time.sleep(600)"
        child = subprocess.Popen([sys.executable, "-S", "-c", code])
        complain(f"child {child.pid}\n")
    time.sleep(0.02)
    say({"ok": True, "actions": LINES})


def grandchild_grows() -> None:
    """Have a child in a session of its own, whose parent is gone, that holds on to memory."""
    if not HELD:
        HELD.append(bytearray())
        code = "import time; held = bytearray(b'x' * (400 << 20)); time.sleep(600)"
        runaway_of([sys.executable, "-S", "-c", code], twice=True, clean=False)
    time.sleep(0.02)
    say({"ok": True, "actions": LINES})


def share() -> None:
    """Fork three times, and share a hundred megabytes."""
    if not HELD:
        grow(100)
        for _ in range(3):
            if os.fork() == 0:
                time.sleep(FOR_EVER)
    say({"ok": True, "actions": LINES})


WARNING = "warning: " * 100 + "\n"


def pieces() -> Iterator[bytes]:
    """Yield a long answer, without its end of line, in pieces."""
    many = json.dumps({"ok": True, "actions": [f"action {n}" for n in range(100_000)]}).encode()
    for at in range(0, len(many), 1_000):
        yield many[at : at + 1_000]


def both() -> None:
    """Write a long answer, and as much on standard error, from two threads."""
    thread = threading.Thread(target=lambda: [complain(WARNING) for _ in range(2_000)])
    thread.start()
    for piece in pieces():
        raw(piece)
    thread.join()
    raw(b"\n")


def both_by_turns(*, dies: bool = False) -> None:
    """Write a long answer and standard error in turns, and perhaps die half way."""
    for number, piece in enumerate(pieces()):
        raw(piece)
        complain(WARNING)
        if dies and number == 1_000:
            complain("Traceback:\n  at move 3\nError: out of luck\n")
            os._exit(7)
    raw(b"\n")


def complain_and_hang() -> None:
    """Say what went wrong, and nothing else."""
    complain("thread died\n")
    time.sleep(FOR_EVER)


INSTEAD: dict[str, Callable[[], object]] = {
    "die": die,
    "killed": lambda: os.kill(os.getpid(), 11),
    "hang": lambda: time.sleep(FOR_EVER),
    "family": family,
    "runaway": lambda: runaway(twice=False, clean=False),
    "runaway-clean": lambda: runaway(twice=False, clean=True),
    "runaway-twice": lambda: runaway(twice=True, clean=False),
    "grows": grow_by_and_by,
    "grows-in-silence": lambda: grow(600),
    "child-grows": child_grows,
    "grandchild-grows": grandchild_grows,
    "shares": share,
    "both": both,
    "both-by-turns": both_by_turns,
    "both-and-dies": lambda: both_by_turns(dies=True),
    "complains-and-hangs": complain_and_hang,
    "garbage": lambda: raw(b"Segmentation fault (not really)\n"),
    "list": lambda: raw(b"[1, 2]\n"),
    "nan": lambda: raw(b'{"ok": NaN}\n'),
    "deep": lambda: raw(b"[" * 200_000 + b"\n"),
    "nested": lambda: raw(b'{"ok": ' + b"[" * 900 + b"]" * 900 + b"}\n"),
    "infinite": lambda: raw(b'{"ok": true, "actions": [], "more": 1e999}\n'),
    "twice": lambda: raw(b'{"ok": true, "actions": ["0,0-0,1"], "actions": []}\n'),
    "digits": lambda: raw(b'{"ok": true, "actions": [], "more": ' + b"9" * 10_000 + b"}\n"),
    "bom": lambda: raw(b'\xef\xbb\xbf{"ok": true, "actions": []}\n'),
    "half-character": lambda: raw(b'{"ok": true, "actions": ["\\ud800"]}\n'),
    "blank": lambda: raw(b"\n"),
    "orphan": orphan,
    "deaf": deaf,
    "half": lambda: half(lambda: time.sleep(FOR_EVER)),
    "half-and-gone": lambda: half(lambda: os._exit(0)),
    "closed": closed,
    "long": long,
    "several": lambda: raw(b'{"ok": true, "actions": []}\n{"ok": true}\n'),
    "utf8": lambda: raw(b'{"ok": true, "actions": ["\xff\xfe"]}\n'),
    "types": lambda: say({"ok": True, "actions": [1, 2]}),
    "missing": lambda: say({"ok": True}),
    "maybe": lambda: say({"ok": "yes"}),
    "error": lambda: say({"ok": False, "error": "stack overflow"}),
    "out-of-place": lambda: say({"ok": False, "illegal": "what?"}),
    "empty-refusal": lambda: say({"ok": False}),
}
"""What is done where an answer to `legal` is due."""


VERSIONS: dict[str, dict[str, Any]] = {
    "version": {"version": 2},
    "version-1.1": {"version": 1.1},
    "version-text": {"version": "1"},
    "versions-text": {"versions": ["1.1"]},
    "names-none": {"games": []},
    "names-another": {"games": ["nonaga"]},
    "leaves-out-list": {"versions": [1, 1.1], "leaves_out": ["pieces"]},
    "leaves-out-otherwise": {"versions": [1, 1.1], "leaves_out": {"minoa": [str(os.getpid())]}},
    "leaves-out-game": {"versions": [1, 1.1], "leaves_out": {"minao": ["pieces"]}},
    "leaves-out-not": {"versions": [1, 1.1], "leaves_out": {"minoa": ["pieces"]}},
    "leaves-out": {"versions": [1, 1.1], "leaves_out": {"minoa": ["pieces"]}},
}
"""What is otherwise in the answer to `hello`."""


def hello(request: dict[str, Any]) -> None:
    """Introduce this program."""
    about = {"name": "misbehaving", "language": "python", "games": ["minoa"]}
    say({"ok": True, "version": request["version"], **about, **VERSIONS.get(MODE, {})})


def new(request: dict[str, Any]) -> None:
    """Begin a game, the slow engine slowly."""
    PLAYED.clear()
    if MODE == "slow":
        time.sleep(SLOW)
    known = (request["game"] == "minoa" and MODE != "begins-nothing") or MODE == "begins-anything"
    say({"ok": True} if known else {"ok": False, "unsupported": "?"})


def legal(request: dict[str, Any]) -> None:
    """List what has not been played, unless the mode says otherwise."""
    del request
    if MODE in INSTEAD:
        INSTEAD[MODE]()
        return
    actions = [line for line in LINES if line not in PLAYED]
    more = {"duplicate": actions[:1], "malformed": ["nonsense"]}
    say({"ok": True, "actions": actions + more.get(MODE, [])})


def play(request: dict[str, Any]) -> None:
    """Play a free line."""
    if request["action"] in LINES and request["action"] not in PLAYED:
        PLAYED.append(request["action"])
        say({"ok": True})
    elif MODE == "plays-anything":
        say({"ok": True})
    else:
        say({"ok": False, "illegal": "not a free line"})


POSITIONS: dict[str, dict[str, Any]] = {
    "position-in-part": {"position": {"sticks": [], "turn": "red"}},
    "position-of-more": {"position": {"sticks": [], "pieces": {}, "turn": "red", "extra": 1}},
    "leaves-out-not": {"position": {"sticks": [], "pieces": {}, "turn": "red"}},
    "leaves-out": {"position": {"sticks": [], "turn": "red"}},
}
"""The position that is reported; without one it is left out."""


def state(request: dict[str, Any]) -> None:
    """Return a state."""
    del request
    wrong = MODE == "state-types"
    scores = {"red": 0.5 if wrong else 0, "blue": 0}
    over = "yes" if wrong else False
    position = POSITIONS.get(MODE, {})
    about = {"over": over, "turn": "red", "winners": [], "scores": scores}
    say({"ok": True, **about, **position})


def perft(request: dict[str, Any]) -> None:
    """Count one, slowly; the first time it is no fault to take long."""
    if MODE == "slow":
        time.sleep(SLOW)
    say({"ok": True, "count": request["depth"]})


def leave(request: dict[str, Any]) -> None:
    """Say goodbye, and end or not."""
    del request
    say({"ok": True})
    if MODE == "stays":
        time.sleep(FOR_EVER)
    sys.exit(5 if MODE == "bad-status" else 0)


COMMANDS = {
    "hello": hello,
    "new": new,
    "legal": legal,
    "play": play,
    "state": state,
    "perft": perft,
    "quit": leave,
}


def main() -> None:
    """Answer until the end of input."""
    if MODE == "die-at-start":
        complain("no licence\n")
        sys.exit(3)
    if MODE == "banner":
        raw(b"Welcome!\n")
    for line in sys.stdin:
        if MODE == "flood":
            complain("warning: " * 100_000 + "\n")
        request = json.loads(line)
        COMMANDS[request["cmd"]](request)


main()
