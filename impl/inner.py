"""Compilation of functions that only other compiled code calls.

Numba optimises each function together with all that it calls, and makes machine code of it: of an engine
made of seventy small functions most is optimised and translated again and again, for nobody, since
whatever is called from Python contains all that it calls. So what lies inside is only lowered to LLVM's
intermediate code, and the outermost function is optimised as a whole, once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from numba._dynfunc import make_function
from numba.core import compiler, environment, typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import CPUDispatcher

ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of variables begin that lead to the Python objects of a function."""
NOWHERE = 0
"""The address of a function without machine code."""
WITHOUT_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Nothing but compiled code calls it."""


class InnerLibrary(JITCodeLibrary):
    """The intermediate code of a function, for what calls it."""

    def _optimize_final_module(self) -> None:
        """Leave that to what calls it."""

    def _finalize_final_module(self) -> None:
        """Make the code ready to be linked, and no machine code."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(typed_passes.NativeLowering):
    """Lowers a function to intermediate code."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower it; what stands for its machine code is never called."""
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        made = state["cr"]
        name = made.fndesc.qualname.rpartition(".")[2]
        keeps_alive = (state.library,)
        stands_for = make_function(
            made.fndesc.lookup_module(), name, "", NOWHERE, made.env, keeps_alive
        )
        state.targetctx.insert_user_function(stands_for, made.fndesc, [state.library])
        state["cr"] = made._replace(cfunc=stands_for)
        return True


class InnerCompiler(compiler.CompilerBase):
    """Compiles what only compiled code calls."""

    def define_pipelines(self) -> list[PassManager]:
        """Lower to intermediate code, and go no further."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(InnerLowering, typed_passes.NativeLowering)
        passes.passes = [
            each for each in passes.passes if each[0] is not typed_passes.NativeLowering
        ]
        passes.finalize()
        return [passes]


class InnerDispatcher(CPUDispatcher):
    """A function for compiled code. Python gets a form of its own, with machine code."""

    make_alone: Callable[[], Callable[..., Any]]
    """Makes that form."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call it from Python."""
        return self.alone(*args, **named)

    @cached_property
    def alone(self) -> Callable[..., Any]:
        """The function with machine code of its own."""
        return self.make_alone()


def inner(
    function: Callable[..., Any],
    options: Mapping[str, Any],
    make_alone: Callable[[], Callable[..., Any]],
) -> InnerDispatcher:
    """Compile a function for compiled code on first use, and by itself if Python calls it."""
    targetoptions = {"nopython": True, "boundscheck": None, **WITHOUT_WRAPPERS, **options}
    made = InnerDispatcher(
        py_func=function, targetoptions=targetoptions, pipeline_class=InnerCompiler
    )
    made.make_alone = make_alone
    return made


def inner_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options of `numba.extending.overload` with which a function is compiled so."""
    return {**options, **WITHOUT_WRAPPERS, "pipeline_class": InnerCompiler}


def set_environments(library: Any) -> None:
    """Set what leads to the Python objects of inner functions, for those that print."""
    for variable in library._final_module.global_variables:  # noqa: SLF001
        if variable.name.startswith(ENVIRONMENT):
            found = environment.lookup_environment(variable.name)
            if found is not None:
                library.codegen.set_env(variable.name, found)
