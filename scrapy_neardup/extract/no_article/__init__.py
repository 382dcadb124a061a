"""Why a page that has text has no article: it is a list, a form, a refusal, a notice, or no prose."""
