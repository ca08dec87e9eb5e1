import { createTrace } from '../../trace/trace.js';
import { judge } from '../judge/judge.js';
import { createLiveness } from '../target/liveness.js';
import { createRefreshBook } from '../target/refresh-book.js';
import { runAttempt } from '../scenario/engine/attempt.js';
import { boundClients, boundDevices, caseOf } from './program-case.js';
export async function runProgram(program, context, { eventPatience }) {
    const { profile, facts, target, random, runMark, signal, guard } = context;
    const trace = createTrace(target.clock);
    const { halt } = await runAttempt({
        case: caseOf(program, `program ${runMark}`),
        target: target.recordingTo(trace),
        patience: profile.patience,
        longestWait: profile.longestWait,
        roundTrip: 0,
        refreshes: createRefreshBook(),
        // Whether the target is gone is for the search to find out: it sees how programs end.
        liveness: createLiveness(target.clock, () => Promise.resolve(true)),
        devices: boundDevices(facts),
        clients: boundClients(facts, profile),
        ...(context.stimuli && { stimuli: context.stimuli }),
        runMark,
        random: random.stream(`program ${runMark}`),
        signal,
        guard,
        onStep: () => undefined,
        onWait: () => undefined,
    }, 1);
    const alone = !(profile.shared ?? false);
    const own = withoutEventsOf(context.others?.() ?? NOBODY, trace.records());
    const findings = judge(own, { strict: false, dropped: trace.dropped, alone, eventPatience });
    return { findings, trace: trace.records(), halt };
}
const NOBODY = new Set();
/** All connections of a client hear of all its devices, so also of those that other programs are at work on. */
function withoutEventsOf(deviceIds, records) {
    if (deviceIds.size === 0)
        return records;
    return records.filter((each) => each.kind !== 'event' || !deviceIds.has(each.deviceId ?? ''));
}
