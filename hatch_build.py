"""Compiles the kernel of the fingerprints where there is a C compiler.

Without one the package is the same but for its speed. ``NEARDUP_BUILD=pure`` leaves the kernel
out, ``NEARDUP_BUILD=compiled`` makes it an error that it can't be compiled.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from Cython.Build import cythonize
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from setuptools import Distribution, Extension
from setuptools.errors import CCompilerError, ExecError, PlatformError

_MODULE = "scrapy_neardup.core.fingerprints.kernel"


class KernelHook(BuildHookInterface):
    """Of the wheel, and of editable installs, which get it beside its source."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        wanted = os.environ.get("NEARDUP_BUILD", "auto")
        if wanted not in ("auto", "pure", "compiled"):
            sys.exit(f"NEARDUP_BUILD is {wanted!r}; use auto, pure or compiled")
        if wanted == "pure":
            return
        try:
            built = self._compile(Path(mkdtemp()))
        except (CCompilerError, ExecError, PlatformError) as error:
            if wanted == "compiled":
                raise
            self.app.display_warning(
                f"{_MODULE} could not be compiled, so fingerprints will take twice the time: "
                f"{error}"
            )
            return
        inside = "/".join([*_MODULE.split(".")[:-1], built.name])
        if version == "editable":
            target = Path(self.root, inside)
            # A running process has the old one open.
            target.unlink(missing_ok=True)
            target.write_bytes(built.read_bytes())
        else:
            build_data["force_include"][str(built)] = inside
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _compile(self, scratch: Path) -> Path:
        source = Path(self.root, *_MODULE.split(".")).with_suffix(".pyx")
        kernel = Extension(_MODULE, [str(source)], extra_compile_args=["-O3", "-g0"])
        extensions = cythonize([kernel], build_dir=str(scratch), quiet=True)
        command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(scratch / "lib"), str(scratch)
        command.ensure_finalized()
        command.run()
        (built,) = (scratch / "lib").rglob("kernel.*")
        return built
