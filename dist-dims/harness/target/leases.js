// The book of devices of a run: which are leased, from when on each has rested, and who waits for one. The checks
// and the programs of a run can lease from the same book.
import { assert } from '../../kernel/assert.js';
import { onAbort } from '../../kernel/on-abort.js';
export function createLeases({ clock, refreshes, devices: listed }) {
    const idOf = (device) => listed[device]?.deviceId ?? device;
    const taken = new Set();
    const returned = new Map();
    const waiting = new Set();
    let turn = 0;
    return {
        isFree: (device) => !taken.has(device),
        take: (devices) => {
            for (const device of devices) {
                assert(!taken.has(device), `${device} is leased already`);
                taken.add(device);
            }
        },
        giveBack: (devices) => {
            turn++;
            for (const device of devices) {
                assert(taken.delete(device), `${device} is given back by somebody who does not have it`);
                returned.set(device, { at: clock.now(), turn });
            }
            for (const wake of [...waiting])
                wake();
        },
        restedAt: (device) => refreshes.restedAt(idOf(device)),
        rest: (device) => refreshes.note(idOf(device), clock.now()),
        freeSince: (device) => returned.get(device)?.at ?? Number.NEGATIVE_INFINITY,
        turnOf: (device) => returned.get(device)?.turn ?? 0,
        released: (signal) => new Promise((resolve) => {
            if (signal.aborted)
                return resolve();
            const wake = () => {
                waiting.delete(wake);
                forget();
                resolve();
            };
            const forget = onAbort(signal, wake);
            waiting.add(wake);
        }),
    };
}
