"""What the README says of settings, stats and code is what the package has."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
PLUGIN = "\n".join(
    path.read_text("utf-8") for path in sorted((ROOT / "scrapy_neardup" / "plugin").glob("*.py"))
)


def test_every_setting_that_the_code_reads_has_a_heading_and_the_reverse():
    read = set(re.findall(r'\(\s*"(NEARDUP_[A-Z_]+)"', PLUGIN))
    headings = set(re.findall(r"^### (NEARDUP_[A-Z_]+)$", README, re.MULTILINE))
    assert len(read) > 15
    assert read == headings


def test_every_stat_that_the_code_counts_is_in_the_table_and_the_reverse():
    plain = r"[\"'](neardup/[a-z_]+)[\"'/{]"
    counted = set(re.findall(plain, PLUGIN))
    counted |= {f"neardup/{stage}_seconds" for stage in re.findall(r'timed\(.*?"(\w+)"\)', PLUGIN)}
    counted |= {f"neardup/{what}_error" for what in re.findall(r'_complain\(\s*"(\w+)"', PLUGIN)}
    documented = set(re.findall(r"`(neardup/[a-z_]+)[`/<]", README))
    assert counted == documented


def test_the_smallest_spider_is_a_spider():
    code = next(block for block in _blocks("python") if "class NewsSpider" in block)
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102
    assert names["NewsSpider"].name == "news"


def test_the_manual_activation_names_what_the_addon_adds():
    from scrapy.settings import Settings

    from scrapy_neardup import Addon

    code = next(block for block in _blocks("python") if "DOWNLOADER_MIDDLEWARES" in block)
    manual: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), manual)  # noqa: S102
    settings = Settings({"NEARDUP_DIR": "/nonexistent/neardup"})
    Addon().update_settings(settings)
    for name in ("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "ITEM_PIPELINES"):
        added = {
            f"{cls.__module__}.{cls.__qualname__}": priority
            for cls, priority in settings[name].items()
            if not isinstance(cls, str)
        }
        assert added == manual[name]
    assert settings["LOG_FORMATTER"] == manual["LOG_FORMATTER"]


def _blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
