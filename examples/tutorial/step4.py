"""The adapter, step 4: it reports the state of the game."""

import json
import sys

from engine import Minoa

DEFAULTS = {"end": "full", "closure": "line", "partners": "separate", "stranded": "skip"}
game = None


class Unsupported(Exception):
    """What this engine cannot play."""


class Illegal(Exception):
    """An action that is not legal now."""


def hello(request):
    if request.get("version") != 1:
        raise ValueError("this adapter speaks version 1")
    return {"version": 1, "name": "my minoa", "language": "python", "games": ["minoa"]}


def new(request):
    global game
    game = None
    if request.get("game") != "minoa":
        raise Unsupported("only minoa")
    params = {"n": 4, "k": 2, **request.get("params", {})}
    n, k = params.pop("n"), params.pop("k")
    if params or k != 2 or type(n) is not int or not 1 <= n <= 10:
        raise Unsupported("two players, n from 1 to 10")
    for question, reading in request.get("rulings", {}).items():
        if DEFAULTS.get(question) != reading:
            raise Unsupported(f"{question}={reading}")
    game = Minoa(n)
    return {}


def spelt(line):
    """A line as the rule page writes it: its vertices in ascending order, as they are in the engine."""
    (q, r), (s, t) = line
    return f"{q},{r}-{s},{t}"


def in_progress():
    if game is None:
        raise ValueError("no game is in progress")
    return {spelt(line): line for line in game.moves()}


def legal(request):
    return {"actions": list(in_progress())}


def play(request):
    moves = in_progress()
    if request["action"] not in moves:
        raise Illegal("not among the legal actions")
    game.do(moves[request["action"]])
    return {}


PLAYERS = ("red", "blue")


def state(request):
    in_progress()
    territory = game.territory()
    turn = None if game.finished else PLAYERS[game.mover]
    best = [player for player, each in zip(PLAYERS, territory) if each == max(territory)]
    return {
        "over": game.finished,
        "turn": turn,
        "winners": best if game.finished else [],
        "scores": dict(zip(PLAYERS, territory)),
        "position": {
            "sticks": sorted(map(spelt, game.sticks)),
            "pieces": {spelt(line): PLAYERS[owner] for line, owner in game.owner.items()},
            "turn": turn,
        },
    }


def leave(request):
    return {}


COMMANDS = {
    "hello": hello,
    "new": new,
    "legal": legal,
    "play": play,
    "state": state,
    "quit": leave,
}


def answer(request):
    command = COMMANDS.get(request.get("cmd"))
    if command is None:
        return {"ok": False, "unsupported": f"{request.get('cmd')}"}
    try:
        return {"ok": True, **command(request)}
    except Unsupported as refusal:
        return {"ok": False, "unsupported": str(refusal)}
    except Illegal as refusal:
        return {"ok": False, "illegal": str(refusal)}
    except (ValueError, KeyError) as error:
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
