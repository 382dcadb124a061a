from __future__ import annotations

import pydoc
import re
import subprocess
import sys

import scrapy_neardup


def test_the_public_names_are_listed_and_shown_by_pydoc():
    assert set(scrapy_neardup.__all__) <= set(dir(scrapy_neardup))
    shown = pydoc.plain(pydoc.render_doc(scrapy_neardup))
    for name in ("Document", "NearDupIndex", "Reservation", "Verdict"):
        assert f"class {name}(" in shown
    # Python 3.13 puts each parameter on a line of its own.
    assert re.search(r"check_and_add\([\s|]*self,[\s|]*document", shown)
    assert re.search(r"open_index\(\s*location", shown)


def test_to_list_the_names_imports_nothing():
    code = "import sys, scrapy_neardup; dir(scrapy_neardup); print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert run.stdout == b"False\n"
