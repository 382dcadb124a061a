"""Compiles the kernels of fingerprints, index, verdicts and extraction where there is a C compiler.

Without one the package is the same but for its speed. ``NEARDUP_BUILD=pure`` leaves the kernels
out, ``NEARDUP_BUILD=compiled`` makes it an error that they can't be compiled. What compiles is imported
only then: metadata and pure wheels are built without it.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_MODULES = (
    "scrapy_neardup.core.fingerprints.kernel",
    "scrapy_neardup.core.fingerprints.numbers.kernel",
    "scrapy_neardup.core.fingerprints.terms.kernel",
    "scrapy_neardup.core.postings.kernel",
    "scrapy_neardup.core.rarity.kernel",
    "scrapy_neardup.core.rewriting.kernel",
    "scrapy_neardup.core.stores.kernel",
    "scrapy_neardup.core.verdict.kernel",
    "scrapy_neardup.extract.body.kernel",
    "scrapy_neardup.extract.lines.kernel",
    "scrapy_neardup.extract.walk.kernel",
)


class KernelHook(BuildHookInterface):
    """Of the wheel, and of editable installs, which get it beside its source."""

    _scratch: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        wanted = os.environ.get("NEARDUP_BUILD", "auto")
        if wanted not in ("auto", "pure", "compiled"):
            sys.exit(f"NEARDUP_BUILD is {wanted!r}; use auto, pure or compiled")
        if wanted == "pure":
            return
        self._scratch = scratch = Path(mkdtemp())
        try:
            if not self._compiled(scratch, required=wanted == "compiled"):
                return
        except ImportError as error:
            sys.exit(
                f"{error}: a build without isolation needs all that build-system.requires in "
                "pyproject.toml names, or NEARDUP_BUILD=pure, which leaves the kernels out"
            )
        for built in (scratch / "lib").rglob("kernel.*"):
            inside = built.relative_to(scratch / "lib").as_posix()
            if version == "editable":
                target = Path(self.root, inside)
                # A running process has the old one open.
                target.unlink(missing_ok=True)
                target.write_bytes(built.read_bytes())
            else:
                build_data["force_include"][str(built)] = inside
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._scratch is not None:
            shutil.rmtree(self._scratch)

    def _compiled(self, scratch: Path, *, required: bool) -> bool:
        """Whether the kernels could be compiled, into ``lib`` in *scratch*."""
        import lxml
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension
        from setuptools.errors import CCompilerError, ExecError, PlatformError

        kernels = [
            Extension(
                module,
                [str(Path(self.root, *module.split(".")).with_suffix(".pyx"))],
                include_dirs=lxml.get_include(),
                # A product is rounded before it is added to, as in Python.
                extra_compile_args=["-O3", "-g0", "-ffp-contract=off"],
            )
            for module in _MODULES
        ]
        extensions = cythonize(
            kernels,
            build_dir=str(scratch),
            include_path=[self.root, *lxml.get_include()],
            quiet=True,
        )
        command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(scratch / "lib"), str(scratch)
        command.ensure_finalized()
        command.parallel = True  # as many at a time as there are processors
        try:
            command.run()
        except (CCompilerError, ExecError, PlatformError) as error:
            if required:
                raise
            self.app.display_warning(
                f"The kernels could not be compiled, so all takes more time: {error}"
            )
            return False
        return True
