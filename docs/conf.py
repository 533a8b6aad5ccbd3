"""How the documentation is built: Sphinx, MyST and Furo; no network."""  # noqa: INP001

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

project = "rulewright"
author = "the rulewright authors"
project_copyright = author
extensions = ["myst_parser", "registry_pages", "accessible_pages", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False
default_role = "code"  # a name in single backquotes, as the docstrings have it
exclude_patterns = ["_build", "_ext", "README.md"]
html_theme = "furo"
html_title = "rulewright"
html_static_path = ["_static"]
PAGES = HERE / "generated" / "pages"  # complete pages, written by the extension
PAGES.mkdir(parents=True, exist_ok=True)
html_extra_path = ["generated/pages"]
html_css_files = ["rulewright.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
