"""Which theorems notice a clause that was made wrong on purpose."""
