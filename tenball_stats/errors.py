"""The root of the errors that are meant for a person: each is one plain message."""


class TenballError(Exception):
    """An error whose text is the whole message for the user; the command line prints it and ends with `exit_code`."""

    exit_code = 2
