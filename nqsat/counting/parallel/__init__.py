"""Workers: threads or processes of this machine, or another program's pool."""
