"""The adapter, step 1: it says who it is."""

import json
import sys


def hello(request):
    if request.get("version") != 1:
        raise ValueError("this adapter speaks version 1")
    return {"version": 1, "name": "my minoa", "language": "python", "games": ["minoa"]}


def leave(request):
    return {}


COMMANDS = {"hello": hello, "quit": leave}


def answer(request):
    command = COMMANDS.get(request.get("cmd"))
    if command is None:
        return {"ok": False, "unsupported": f"{request.get('cmd')}"}
    try:
        return {"ok": True, **command(request)}
    except ValueError as error:
        return {"ok": False, "error": str(error)}


def main():
    for line in sys.stdin:
        try:
            request = dict(json.loads(line))
        except (ValueError, TypeError):
            request = {}
        print(json.dumps(answer(request)), flush=True)
        if request.get("cmd") == "quit":
            return


main()
