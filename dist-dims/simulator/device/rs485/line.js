/** How long so many bytes occupy the line, in ms. */
export function lineTime(bytes, baudRate, { parity, stopBits }) {
    const bits = 1 + 8 + (parity === 'none' ? 0 : 1) + stopBits;
    return (bytes * bits * 1000) / baudRate;
}
export function createLine(clock) {
    const running = new Set();
    return {
        send: (duration, arrive) => {
            const now = clock.now();
            const sent = { end: now + duration, collided: false };
            for (const other of running) {
                if (other.end <= now)
                    continue;
                other.collided = true;
                sent.collided = true;
            }
            running.add(sent);
            clock.setTimer('rs485 line', duration, () => {
                running.delete(sent);
                arrive(sent.collided);
            });
        },
    };
}
