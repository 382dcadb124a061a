"""``NEARDUP_AUDIT``: a sample of the copies that would be dropped is kept, to look at."""

from __future__ import annotations

from hashlib import blake2b


def is_sample(document_id: str, one_in: int) -> bool:
    """Whether the document is in the sample of one in *one_in* documents; 0 means no sample.

    This depends on the id alone, so that a crawl that is resumed or repeated has the same sample.
    """
    if not one_in:
        return False
    name = document_id.encode("utf-8", "surrogatepass")
    digest = blake2b(name, digest_size=8, person=b"neardup-audit").digest()
    return int.from_bytes(digest, "big") % one_in == 0
