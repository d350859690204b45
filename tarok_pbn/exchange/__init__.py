"""Other forms of a record: JSON now; each form is one room."""
