"""The pipelines that one would write against copies without the plugin, on the same crawl."""
