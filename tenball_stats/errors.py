"""The base of every error that is the user's to mend: a log, an edition, a database or a request that will not do."""


class TenballError(Exception):
    """Something that cannot be done, said in full: ``str(error)`` is the whole message, for a person to act on.

    Each floor derives its own errors from it and keeps the particulars as fields. The command line prints the
    message and ends with ``exit_code``; whatever is not a ``TenballError`` is a fault of the program and shows
    its traceback.
    """

    exit_code = 2
    """Exit status of a command that ends with this error; 1 is left to mean "findings"."""
