"""Starts the server with its whole clock HURRY times as fast, budgets and pulses too: for `conform run --speed`.
It ends when its standard input is closed, so that it does not outlive the one who started it."""
import os
import sys
import threading
import time
from asyncio import selector_events

speed = float(os.environ.get("HURRY", "1"))
if speed != 1:
    begun, plain_clock = time.monotonic(), time.monotonic
    time.monotonic = lambda: begun + (plain_clock() - begun) * speed
    plain_loop = selector_events.BaseSelectorEventLoop.__init__

    def quick(plain):
        return lambda timeout=None: plain(timeout / speed if timeout else timeout)

    def begin(self, selector=None):
        plain_loop(self, selector)
        self._selector.select = quick(self._selector.select)

    selector_events.BaseSelectorEventLoop.__init__ = begin


def end_with_input():
    while os.read(0, 4096):
        pass
    os._exit(0)


sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
threading.Thread(target=end_with_input, daemon=True).start()
import server  # noqa: E402

server.main()
