import { LONGEST_ANNOUNCED } from '../../target/retry.js';
import { createConnections } from './connections.js';
import { createNotes } from './notes.js';
import { runSteps } from './run-steps.js';
/** Clean-up goes on for this long after the run was interrupted, in ms. */
const CLEANUP_TIME = 20_000;
export async function runAttempt(parts, attempt) {
    const context = createExecutionContext(parts, attempt);
    try {
        const halt = await runSteps(parts.case.steps, context);
        return { notes: context.notes, halt };
    }
    finally {
        await cleanUp(parts, context);
    }
}
async function cleanUp({ case: { cleanup }, target }, context) {
    const limit = new AbortController();
    const timer = target.clock.setTimer('clean-up', CLEANUP_TIME, () => limit.abort());
    // What clean-up observes is no part of the verdict.
    const own = { ...context, notes: createNotes(target.clock.now()), signal: limit.signal };
    // Before all else: the steps of a clean-up need a device that is there.
    await context.stimuli?.undo(own.signal);
    for (const step of cleanup)
        await runSteps([step], own);
    timer.cancel();
    await context.connections.closeAll();
}
function createExecutionContext(parts, attempt) {
    const { target, clients } = parts;
    const keys = new Map();
    const freshKey = () => `conform-${parts.runMark}-${parts.random.token(12)}`;
    return {
        id: parts.case.id,
        attempt,
        target,
        clock: target.clock,
        signal: parts.signal,
        patience: parts.patience,
        longestWait: parts.longestWait ?? LONGEST_ANNOUNCED,
        roundTrip: parts.roundTrip,
        rules: parts.case.rules,
        refreshes: parts.refreshes,
        liveness: parts.liveness,
        devices: parts.devices,
        clients,
        captures: new Map(),
        connections: createConnections(target, parts.liveness, (name) => clients.get(name)?.profileName ?? name),
        stimuli: parts.stimuli?.open(target),
        managed: parts.managed,
        notes: createNotes(target.clock.now()),
        guard: parts.guard,
        key: (name) => {
            if (name === undefined)
                return freshKey();
            const known = keys.get(name) ?? freshKey();
            keys.set(name, known);
            return known;
        },
        starting: (step) => parts.onStep(step, attempt),
        waiting: parts.onWait,
    };
}
