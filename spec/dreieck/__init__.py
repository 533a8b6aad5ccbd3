"""Dreieck nimmt, specified: triangles with a symbol in each corner, laid edge to edge."""
