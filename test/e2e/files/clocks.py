"""Each way to wait: how long it took by each clock, in milliseconds."""

import asyncio
import concurrent.futures
import datetime
import fcntl
import json
import os
import queue
import random
import select
import socket
import tempfile
import threading
import time
import urllib.request
import uuid

said = {}
CLOCKS = [
    time.time,
    time.monotonic,
    time.perf_counter,
    lambda: time.time_ns() / 1e9,
    lambda: datetime.datetime.now(datetime.timezone.utc).timestamp(),
]


def measured(name, wait):
    before = [clock() for clock in CLOCKS]
    wait()
    said[name] = sorted({round((clock() - start) * 1000) for clock, start in zip(CLOCKS, before)})


def after(seconds, act):
    threading.Timer(seconds, act).start()


def lock():
    held = threading.Lock()
    held.acquire()
    after(1.5, held.release)
    with held:
        return


def blocking_queue():
    items = queue.Queue()
    after(2.5, lambda: items.put(1))
    items.get()


def join():
    thread = threading.Thread(target=time.sleep, args=[3])
    thread.start()
    thread.join(9)


def pool():
    with concurrent.futures.ThreadPoolExecutor(2) as workers:
        list(workers.map(time.sleep, [1.2, 0.4, 0.6]))


def quiet_socket():
    address = (os.environ["CONFORM_HOST"], int(os.environ["CONFORM_PORT"]))
    with socket.create_connection(address, timeout=2.2) as own:
        try:
            own.recv(10)
        except TimeoutError:
            return


def quiet_pair():
    one, _other = socket.socketpair()
    select.select([one], [], [], 0.7)


def file_lock():
    with tempfile.NamedTemporaryFile() as held, open(held.name) as wanted:
        fcntl.flock(held, fcntl.LOCK_EX)
        after(1.52, lambda: fcntl.flock(held, fcntl.LOCK_UN))
        fcntl.flock(wanted, fcntl.LOCK_EX)


def fork():
    child = os.fork()
    if child == 0:
        time.sleep(1.3)
        os._exit(0)
    os.waitpid(child, 0)


async def gathered():
    await asyncio.gather(asyncio.sleep(2), asyncio.sleep(1), asyncio.to_thread(time.sleep, 0.5))


def tiny():
    until = time.time() + 0.25
    while time.time() < until:
        time.sleep(until - time.time())
    said["tiny"] = True


try:
    urllib.request.urlopen(os.environ["CONFORM_URL"])
except OSError:
    pass
measured("sleep", lambda: time.sleep(1))
measured("event", lambda: threading.Event().wait(2))
measured("lock", lock)
measured("queue", blocking_queue)
measured("join", join)
measured("pool", pool)
measured("select", quiet_pair)
measured("socket", quiet_socket)
measured("file_lock", file_lock)
measured("fork", fork)
measured("asyncio", lambda: asyncio.run(asyncio.sleep(4)))
measured("gather", lambda: asyncio.run(gathered()))
tiny()
said["chance"] = [random.random(), str(uuid.uuid4())]
print(json.dumps(said), flush=True)
time.sleep(600)
