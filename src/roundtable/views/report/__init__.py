"""The report: a whole session as one HTML page that needs nothing but itself."""

from roundtable.views.report.page import report_page

__all__ = ["report_page"]
