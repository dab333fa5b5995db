"""Statistics: one module and one SQL script for each, and the intervals around what they count."""
