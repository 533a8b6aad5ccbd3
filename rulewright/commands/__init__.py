"""The commands of the command line, one module each; what is slow to load waits until it is needed."""

from rulewright.commands.conform import conform_command
from rulewright.commands.explain import explain_command
from rulewright.commands.games import games_command
from rulewright.commands.perft import perft_command
from rulewright.commands.prove import prove_command
from rulewright.commands.serve import serve_command
from rulewright.commands.show import show_command
from rulewright.commands.verify import verify_command

COMMANDS = (
    verify_command,
    prove_command,
    conform_command,
    perft_command,
    explain_command,
    show_command,
    games_command,
    serve_command,
)
