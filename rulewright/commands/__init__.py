"""The commands of the command line, one module each; what is slow to load waits until it is needed."""

from rulewright.commands.ambiguities import ambiguities_command
from rulewright.commands.explain import explain_command
from rulewright.commands.games import games_command
from rulewright.commands.gaps import gaps_command
from rulewright.commands.perft import perft_command
from rulewright.commands.prove import prove_command
from rulewright.commands.report import report_command
from rulewright.commands.serve import serve_command
from rulewright.commands.show import show_command
from rulewright.commands.verify import verify_command

COMMANDS = (
    verify_command,
    prove_command,
    perft_command,
    explain_command,
    ambiguities_command,
    gaps_command,
    show_command,
    games_command,
    report_command,
    serve_command,
)
