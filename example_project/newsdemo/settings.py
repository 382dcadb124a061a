"""Settings of the example project. The first one is all that the plugin needs."""

from pathlib import Path

PROJECT_DIR = Path(__file__).resolve().parent.parent

ADDONS = {"scrapy_neardup.Addon": 500}

BOT_NAME = "newsdemo"
SPIDER_MODULES = ["newsdemo.spiders"]
ROBOTSTXT_OBEY = True
LOG_LEVEL = "WARNING"

# The spider reads newsrooms before the sites that copy from them. Its priorities count across
# sites only with this queue; the default one takes the sites in turn.
SCHEDULER_PRIORITY_QUEUE = "scrapy.pqueues.ScrapyPriorityQueue"
CONCURRENT_REQUESTS = 4

DOWNLOADER_MIDDLEWARES = {"newsdemo.loopback.LoopbackSites": 50}
EXTENSIONS = {"newsdemo.report.Report": 0}

# If an article is older than its copy that was crawled first, it is kept, too, as the original.
NEARDUP_KEEP = "earliest_published"

# So that the report can show copy and source side by side.
NEARDUP_KEEP_TEXT = True

FEEDS = {
    PROJECT_DIR / "output" / "stories.jsonl": {
        "format": "jsonlines",
        "encoding": "utf8",
        "overwrite": True,
    }
}
