"""Entry point: the service port, the control port and the command line."""
import argparse
import asyncio
import base64
import contextlib
import json
import signal

import catalog
import wire
from catalog import odd
from fleet import Fleet
from service import Refusal, Service


async def finish(reader, writer):
    """Close so that the client can still read the last answer."""
    with contextlib.suppress(Exception):
        await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
        async with asyncio.timeout(2):
            while await reader.read(65536):
                pass
    writer.close()


async def serve_client(service, reader, writer):
    """One connection of the service port."""
    try:
        while True:
            try:
                async with asyncio.timeout(60):
                    request = await wire.read_request(reader, writer)
                if request is None:
                    break
            except TimeoutError:
                break
            except wire.BadRequest as error:
                status = service.precise(error.status, 400)
                status, body, headers = service.refuse(Refusal(status, "MALFORMED_REQUEST", str(error)))
                wire.write_response(writer, status, wire.to_json(body), headers, False)
                await finish(reader, writer)
                return
            parts = request.segments()
            version = "v1" if not catalog.bad("any-version") or len(parts) != 3 else parts[1]
            if request.method == "GET" and parts == ["svc", version, "ws"]:
                try:
                    await service.run_socket(request, reader, writer)
                    await finish(reader, writer)
                    return
                except Refusal as refusal:
                    status, body, headers = service.refuse(refusal)
            else:
                status, body, headers = await service.rest(request)
            if odd("slow-replies"):
                await asyncio.sleep(0.4)
            if odd("lost-replies") and request.get("idempotency-key"):
                service.counts["keyed"] += 1
                if service.counts["keyed"] % 4 == 0:
                    break
            keep = request.keep and not odd("no-keep-alive")
            payload = body if isinstance(body, bytes) else wire.to_json(body)
            wire.write_response(writer, status, payload, headers, keep, request.method == "HEAD")
            await writer.drain()
            if not keep:
                await finish(reader, writer)
                return
    except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
        pass
    finally:
        writer.close()


def act(service, order):
    """One order of the bench."""
    fleet = service.fleet
    kind = order["do"]
    if kind == "client":
        service.clients[order["id"]].disabled = bool(order["disabled"])
        return
    unit = fleet.units[order["serial"]]
    if kind == "contact":
        fleet.set_contact(unit, range(len(unit.contacts))[order["no"] - 1], order["level"] == "high")
    elif kind == "loop":
        fleet.set_loop(unit, range(len(unit.loops))[order["no"] - 1], int(order["microamps"]))
    elif kind == "probe":
        unit.probes[order["tag"]]                     # An unknown tag is an error.
        fleet.set_probe(unit, order["tag"], float(order["reading"]))
    elif kind == "supply":
        fleet.set_supply(unit, bool(order["on"]))
    elif kind == "link":
        fleet.set_link(unit, bool(order["up"]))
    elif kind == "bus":
        fleet.bus_bytes(unit, base64.b64decode(order["octets"], validate=True))
    else:
        raise KeyError(kind)


async def serve_bench(service, reader, writer):
    """One connection of the control port."""
    try:
        while True:
            request = await wire.read_request(reader, writer)
            if request is None:
                break
            status, body = 200, {"done": True}
            try:
                if (request.method, request.path) == ("POST", "/act"):
                    act(service, wire.from_json(request.body))
                elif (request.method, request.path) == ("GET", "/witness"):
                    body = {"units": {serial: unit.witness() for serial, unit in service.fleet.units.items()}}
                elif (request.method, request.path) == ("GET", "/clients"):
                    body = {"clients": [{"clientId": c.id, "clientSecret": c.secret, "scopes": c.scopes, "disabled": c.disabled,
                                         "sees": "all" if c.visible is None else sorted(c.visible)} for c in service.clients.values()]}
                else:
                    status, body = 404, {"error": "no such route"}
            except (LookupError, ValueError, TypeError) as error:
                status, body = 400, {"error": repr(error)}
            wire.write_response(writer, status, json.dumps(body).encode(), {}, request.keep)
            await writer.drain()
            if not request.keep:
                break
    except (ConnectionError, wire.BadRequest, asyncio.CancelledError):
        pass
    finally:
        writer.close()


async def run(options):
    fleet = Fleet(options.seed, options.time_scale)
    service = Service(fleet, options.seed, options.token_lifetime, options.ticket_lifetime, options.quota_scale)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    main = await asyncio.start_server(lambda r, w: serve_client(service, r, w), options.host, options.port, backlog=256)
    bench = await asyncio.start_server(lambda r, w: serve_bench(service, r, w), options.host, options.control_port)
    extra = [asyncio.create_task(job()) for name, job in (("restless-inputs", fleet.wander), ("background-polling", fleet.poll)) if odd(name)]
    address, control = ("%s:%d" % server.sockets[0].getsockname()[:2] for server in (main, bench))
    print(json.dumps({"url": "http://" + address, "ws_url": "ws://" + address, "control_url": "http://" + control}), flush=True)
    await stop.wait()
    for session in list(service.sessions):
        session.socket.close(1001, "going away")
    main.close()
    bench.close()
    for task in extra:
        task.cancel()
    await asyncio.sleep(0.05)


def main():
    parser = argparse.ArgumentParser(description="A device control service with a simulated fleet")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--control-port", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--defect", action="append", default=[], metavar="NAME")
    parser.add_argument("--oddity", action="append", default=[], metavar="NAME")
    parser.add_argument("--list-defects", action="store_true")
    parser.add_argument("--list-oddities", action="store_true")
    parser.add_argument("--time-scale", type=float, default=1.0, help="factor for the time that devices need")
    parser.add_argument("--token-lifetime", type=float, default=3600)
    parser.add_argument("--ticket-lifetime", type=float, default=30)
    parser.add_argument("--quota-scale", type=float, default=1.0, help="factor for all endpoint quotas")
    options = parser.parse_args()
    if options.list_defects or options.list_oddities:
        names = (catalog.DEFECTS if options.list_defects else []) + (catalog.ODDITIES if options.list_oddities else [])
        print("\n".join(names))
        return
    catalog.switch_on(options.defect, options.oddity)
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(run(options))


if __name__ == "__main__":
    main()
