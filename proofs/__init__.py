"""What follows from the rules: theorems over the specification itself, proved with Z3."""
