// A run of scenarios against a simulator in the same process, in virtual time.
import { assert } from '../../kernel/assert.js';
import { plan } from '../../harness/run/plan.js';
import { run } from '../../harness/run/run.js';
import { refuse } from '../../document/complaint.js';
import { openInProcess } from './open-in-process.js';
import { thenClose } from './then-close.js';
export async function runInProcess(options, scenarios, selection = {}) {
    const opened = await openInProcess(options);
    const { open, clock, bugs } = opened;
    const result = await clock.runUntil(thenClose(runOn(opened, scenarios, selection), open));
    return result.ok ? { ok: true, value: { result: result.value, bugs } } : result;
}
async function runOn({ open }, scenarios, selection) {
    const planned = plan(scenarios, open.profile, selection, open.stimuli.offers);
    if (!planned.ok)
        return refuse(planned.problems.map(({ message }) => message).join('; '));
    const ended = await run(open, { plan: planned.plan });
    if (ended.ok)
        return { ok: true, value: ended.result };
    // A simulator of this process has no restore file and no earlier runs.
    assert(ended.kind === 'differs', `nothing was checked: ${ended.kind}`);
    return refuse(ended.problems.map(({ message }) => message).join('; '));
}
