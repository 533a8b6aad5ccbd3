"""A checker of proofs that needs no solver: see docs/certificates.md."""
