import { breachesIn, isAlike } from './breaches.js';
import { programOf } from './compose.js';
import { CONFIRMATIONS, patienceFor } from './confirm.js';
import { simplerBodies } from './simpler.js';
export async function shrink(first, executor, { programs, time }, { clock, signal, mark, isKnown = () => false }) {
    const giveUpAt = clock.now() + time;
    const eventPatience = patienceFor(first.finding, executor);
    const seen = new Set([JSON.stringify(first.program.body)]);
    let best = first;
    let tried = 0;
    const simplerOne = async () => {
        for (const body of simplerBodies(best.program.body)) {
            const key = JSON.stringify(body);
            if (seen.has(key))
                continue;
            if (tried >= programs || clock.now() >= giveUpAt || signal.aborted)
                return undefined;
            seen.add(key);
            tried++;
            const program = programOf(body, executor.facts, { settle: eventPatience });
            // Each time that it shows may cost a device: those that confirm it must be left.
            if (executor.isShort?.(program, CONFIRMATIONS + 1))
                return undefined;
            const run = await executor.run(program, `${mark}-s${tried}`, { eventPatience });
            if (run.notBegun !== undefined)
                return undefined;
            const finding = breachesIn(run).find((each) => isAlike(each, first.finding));
            if (finding)
                return { program, run, finding };
        }
        return undefined;
    };
    const tellingOf = ({ run, finding }) => breachesIn(run)[0] ?? finding;
    while (!isKnown(tellingOf(best))) {
        const next = await simplerOne();
        if (!next)
            break;
        best = next;
    }
    return { ...best, finding: tellingOf(best) };
}
