import { createTrafficReader } from '../../audit/traffic/read-traffic.js';
import { createManualClock } from '../../kernel/manual-clock.js';
import { createRandom } from '../../kernel/random.js';
import { startSimulator } from '../../simulator/start-simulator.js';
import { playDay } from './play-day.js';
import { createVirtualNetwork } from './virtual-network.js';
const BEGINNING = Date.UTC(2026, 0, 1);
const URL = 'http://simulator.test';
/** How long a client may take to end, in ms. */
const LAST_WORDS = 30_000;
export async function runVirtualDay(options) {
    const { staged, dialect, seed, instances, client } = options;
    const { day, fleet, credentials } = staged;
    const clock = createManualClock(BEGINNING);
    const bugs = [];
    const reader = createTrafficReader({ day: day.id, from: BEGINNING });
    const running = await startSimulator({
        fleet,
        dialect,
        clock,
        seed,
        listen: false,
        journalCapacity: 1,
        onBug: (error) => bugs.push(error),
        onJournal: (journal) => void journal.listen((record) => {
            if (record.kind !== 'bug')
                reader.see(record);
        }),
    });
    const network = createVirtualNetwork(() => running.simulator, clock);
    const played = playDay(day, running, clock);
    const stop = new AbortController();
    const processes = Array.from({ length: instances }, async (_, at) => {
        const instance = at + 1;
        const run = {
            ...network.ports(String(instance)),
            ...credentials,
            instance,
            connect: () => network.ports(String(instance)),
            url: URL,
            clock,
            random: createRandom(seed * 100 + instance),
            lines: ordersOf(day, clock, stop.signal),
            stop: stop.signal,
        };
        try {
            await client(run);
            if (!stop.signal.aborted)
                reader.exited({ at: clock.now(), actor: String(instance), how: 'of its own accord' });
        }
        catch (error) {
            if (stop.signal.aborted)
                return;
            bugs.push(error);
            reader.exited({ at: clock.now(), actor: String(instance), how: String(error) });
        }
    });
    await clock.advance(day.lasts);
    const traffic = reader.traffic(clock.now()).find((each) => each.client === credentials.clientId);
    played.stop();
    stop.abort();
    await clock.runUntil(Promise.race([Promise.all(processes), clock.sleep(LAST_WORDS)]));
    await running.close();
    return { traffic, bugs };
}
async function* ordersOf({ orders }, clock, stop) {
    const all = orders
        .flatMap(({ at, again = 0, times, ...order }) => Array.from({ length: times }, (_, turn) => ({
        at: at + turn * again,
        line: JSON.stringify(turned(order, turn)),
    })))
        .toSorted((a, b) => a.at - b.at);
    const begun = clock.now();
    for (const { at, line } of all) {
        await clock.sleep(Math.max(0, begun + at - clock.now()), stop).catch(() => undefined);
        if (stop.aborted)
            return;
        yield line;
    }
    // A client whose input has ended may end, too.
    await clock.sleep(Number.MAX_SAFE_INTEGER / 2, stop).catch(() => undefined);
}
/** Relays that are switched again and again go on and off in turn. */
function turned(order, turn) {
    const { relays } = order;
    if (turn % 2 === 0 || !Array.isArray(relays))
        return order;
    const opposite = { on: 'off', off: 'on', jog: 'jog' };
    return {
        ...order,
        relays: relays.map((each) => ({
            ...each,
            action: opposite[each.action] ?? each.action,
        })),
    };
}
