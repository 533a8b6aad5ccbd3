"""An adapter that plays a tiny game of its own and misbehaves as its first argument says.

It knows one game, Minoa on the smallest board before anything closes: enough to answer a few
requests. Standard library only, so that it starts fast.
"""

import json
import os
import subprocess
import sys
import time

MODE = sys.argv[1]
LINES = ["-1,0-0,0", "-1,1-0,0", "0,-1-0,0", "0,0-0,1", "0,0-1,-1", "0,0-1,0"]


def say(answer):
    """Print one answer."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def raw(data):
    """Print bytes as they are."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def hello(request):
    """Introduce this program."""
    version = 2 if MODE == "version" else request.get("version")
    return {
        "ok": True,
        "version": version,
        "name": "misbehaving",
        "language": "python",
        "games": ["minoa"],
    }


def legal(played):
    """List what has not been played."""
    actions = [line for line in LINES if line not in played]
    if MODE == "duplicate":
        actions.append(actions[0])
    if MODE == "malformed":
        actions.append("nonsense")
    return {"ok": True, "actions": actions}


def misbehave():
    """Do, where an answer to `legal` is due, what the mode says."""
    if MODE == "die":
        sys.stderr.write("out of luck\n")
        sys.exit(7)
    if MODE == "killed":
        os.kill(os.getpid(), 11)
    if MODE == "hang":
        time.sleep(600)
    if MODE == "family":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        sys.stderr.write(f"child {child.pid}\n")
        sys.stderr.flush()
        time.sleep(600)
    if MODE == "garbage":
        raw(b"Segmentation fault (not really)\n")
    elif MODE == "list":
        raw(b"[1, 2]\n")
    elif MODE == "nan":
        raw(b'{"ok": NaN}\n')
    elif MODE == "deep":
        raw(b"[" * 200_000 + b"\n")
    elif MODE == "half":
        raw(b'{"ok": true, "act')
        time.sleep(600)
    elif MODE == "half-and-gone":
        raw(b'{"ok": true, "act')
        os._exit(0)
    elif MODE == "closed":
        os.close(1)
        time.sleep(600)
    elif MODE == "long":
        for _ in range(100):
            raw(b"x" * 1_000_000)
        raw(b"\n")
    elif MODE == "several":
        raw(b'{"ok": true, "actions": []}\n{"ok": true}\n')
    elif MODE == "utf8":
        raw(b'{"ok": true, "actions": ["\xff\xfe"]}\n')
    elif MODE == "types":
        say({"ok": True, "actions": [1, 2]})
    elif MODE == "missing":
        say({"ok": True})
    elif MODE == "maybe":
        say({"ok": "yes"})
    elif MODE == "error":
        say({"ok": False, "error": "stack overflow"})
    elif MODE == "out-of-place":
        say({"ok": False, "illegal": "what?"})
    elif MODE == "empty-refusal":
        say({"ok": False})
    else:
        return False
    return True


def main():
    """Answer until the end of input."""
    played = []
    if MODE == "die-at-start":
        sys.stderr.write("no licence\n")
        sys.exit(3)
    if MODE == "banner":
        raw(b"Welcome!\n")
    for line in sys.stdin:
        request = json.loads(line)
        if MODE == "flood":
            sys.stderr.write("warning: " * 100_000 + "\n")
            sys.stderr.flush()
        cmd = request["cmd"]
        if cmd == "hello":
            say(hello(request))
        elif cmd == "new":
            played = []
            say({"ok": True} if request["game"] == "minoa" else {"ok": False, "unsupported": "?"})
        elif cmd == "legal":
            if not misbehave():
                say(legal(played))
        elif cmd == "play":
            if request["action"] in LINES and request["action"] not in played:
                played.append(request["action"])
                say({"ok": True})
            else:
                say({"ok": False, "illegal": "not a free line"})
        elif cmd == "state":
            over = "yes" if MODE == "state-types" else False
            scores = {"red": 0.5, "blue": 0} if MODE == "state-types" else {"red": 0, "blue": 0}
            say({"ok": True, "over": over, "turn": "red", "winners": [], "scores": scores})
        elif cmd == "quit":
            say({"ok": True})
            if MODE == "stays":
                time.sleep(600)
            sys.exit(5 if MODE == "bad-status" else 0)


main()
