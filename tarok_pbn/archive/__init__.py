"""The archive: many records at once - summed up, found, compared, kept in order. Text files stay the truth."""
