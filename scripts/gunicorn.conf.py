"""How gunicorn serves Manilla; scripts/serve and the benchmarks both read it.

Never a single thread: a browser opens connections on which it says nothing, and each holds a thread for 5 seconds.
"""

import gc

worker_class = "gthread"
workers = 2
threads = 4
timeout = 120
control_socket_disable = True


def post_worker_init(_worker: object) -> None:
    """What was loaded stays: looking through it for rubbish, again and again, holds up a hand for 60 ms."""
    gc.collect()
    gc.freeze()
