"""What the commands share at the terminal: options, tables, progress, files, exit statuses."""
