import { isLoopback } from './loopback.js';
/** @param beginning the event of a connection on which bytes can be read: after the handshake with TLS. */
export function watchSockets(server, beginning, limits, machine, counts) {
    const sights = new Map();
    const open = new Set();
    const addresses = createAddressBook(limits);
    server.maxConnections = limits.maxSockets;
    server.on('drop', () => void counts.dropped++);
    const drop = (socket) => {
        if (socket.destroyed)
            return;
        counts.dropped++;
        socket.destroy();
    };
    server.on('connection', (socket) => {
        // A declined upgrade begins the same connection again.
        if (open.has(socket))
            return;
        const leave = addresses.enter(socket.remoteAddress ?? '');
        if (!leave)
            return drop(socket);
        socket.on('error', passOver);
        open.add(socket);
        counts.open++;
        socket.once('close', () => {
            open.delete(socket);
            counts.open--;
            leave();
        });
    });
    server.on(beginning, (socket) => {
        if (sights.has(socket) || socket.destroyed)
            return;
        socket.on('error', passOver);
        sights.set(socket, { underWay: 0, upgraded: false, mark: 0, since: machine.now() });
        socket.once('close', () => sights.delete(socket));
    });
    const watch = watchUnread(sights, limits, machine, drop);
    return {
        open,
        *speaking() {
            for (const [socket, { upgraded }] of sights)
                if (!upgraded)
                    yield socket;
        },
        upgraded: (socket) => {
            const sight = sights.get(socket);
            if (sight)
                sight.upgraded = true;
        },
        asked: (socket) => {
            const sight = sights.get(socket);
            if (!sight)
                return true;
            if (sight.underWay >= limits.maxPipelined) {
                drop(socket);
                return false;
            }
            sight.underWay++;
            return true;
        },
        answered: (socket) => {
            const sight = sights.get(socket);
            if (sight)
                sight.underWay--;
        },
        isIdle: (socket) => (sights.get(socket)?.underWay ?? 0) === 0,
        stop: watch.stop,
    };
}
/** A connection that breaks has ended; where nobody listens to its error, Node would end the process. */
function passOver() {
    this.destroy();
}
function createAddressBook(limits) {
    const counts = new Map();
    return {
        enter: (address) => {
            const name = networkOf(address);
            const count = counts.get(name) ?? 0;
            const most = isLoopback(name) ? limits.maxSocketsPerLoopback : limits.maxSocketsPerAddress;
            if (count >= most)
                return undefined;
            counts.set(name, count + 1);
            return () => {
                const left = (counts.get(name) ?? 0) - 1;
                if (left > 0)
                    counts.set(name, left);
                else
                    counts.delete(name);
            };
        },
    };
}
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Who has one address of IPv6 has a whole /64 network of them. */
export function networkOf(address) {
    const ipv4 = MAPPED_IPV4.exec(address)?.[1];
    if (ipv4 !== undefined)
        return ipv4;
    if (!address.includes(':') || address === '::1')
        return address;
    const [head = '', tail] = address.split('::');
    const groups = head === '' ? [] : head.split(':');
    const last = tail === undefined || tail === '' ? [] : tail.split(':');
    const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - last.length }, () => '0');
    return [...groups, ...zeros, ...last].slice(0, 4).join(':');
}
/** Looks from time to time at what waits to be read. */
function watchUnread(sights, limits, machine, drop) {
    const look = () => {
        let unread = 0;
        for (const [socket, sight] of sights) {
            unread += socket.writableLength;
            const mark = socket.bytesWritten - queued(socket);
            if (socket.writableLength === 0 || mark !== sight.mark) {
                sight.mark = mark;
                sight.since = machine.now();
            }
            else if (machine.now() - sight.since >= limits.stallTimeout)
                drop(socket);
        }
        if (unread > limits.maxUnread)
            dropLargest([...sights.keys()], unread - limits.maxUnread, drop);
        timer = machine.setTimer('unread replies', limits.connectionsCheckingInterval, look);
    };
    let timer = machine.setTimer('unread replies', limits.connectionsCheckingInterval, look);
    return { stop: () => timer.cancel() };
}
/** Bytes that the system has not taken yet; Node itself decides by them whether a write goes on. */
function queued(socket) {
    return socket._handle?.writeQueueSize ?? 0;
}
function dropLargest(sockets, excess, drop) {
    let left = excess;
    for (const socket of sockets.toSorted((a, b) => b.writableLength - a.writableLength)) {
        if (left <= 0)
            return;
        left -= socket.writableLength;
        drop(socket);
    }
}
