"""The commands, one module each; slow imports wait until they are needed."""

from rulewright.commands.ambiguities import ambiguities_command
from rulewright.commands.campaign import campaign_command
from rulewright.commands.certificates import certificates_command
from rulewright.commands.compare import compare_command
from rulewright.commands.conform import conform_command
from rulewright.commands.explain import explain_command
from rulewright.commands.games import games_command
from rulewright.commands.gaps import gaps_command
from rulewright.commands.lint import lint_command
from rulewright.commands.new import new_command
from rulewright.commands.perft import perft_command
from rulewright.commands.prove import prove_command
from rulewright.commands.referee import referee_command
from rulewright.commands.report import report_command
from rulewright.commands.serve import serve_command
from rulewright.commands.show import show_command
from rulewright.commands.vectors import vectors_command
from rulewright.commands.verify import verify_command

COMMANDS = (
    verify_command,
    lint_command,
    prove_command,
    certificates_command,
    conform_command,
    compare_command,
    perft_command,
    explain_command,
    ambiguities_command,
    gaps_command,
    show_command,
    referee_command,
    games_command,
    new_command,
    report_command,
    campaign_command,
    serve_command,
    vectors_command,
)
