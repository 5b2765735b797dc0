"""Who works at once: processes of this machine, or another program's pool."""
