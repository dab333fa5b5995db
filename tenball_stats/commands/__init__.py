"""The commands of ``tenball``: one thin module for each, loaded when it is called."""
