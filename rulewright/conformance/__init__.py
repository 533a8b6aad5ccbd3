"""Conformance: is this engine right, and which readings of the rules does it play?"""
