import { timelineLines } from '../../simulator/faults/plan/timeline.js';
import { refuse } from '../../document/complaint.js';
import { complain } from '../complaints.js';
import { EXIT } from '../exit-codes.js';
import { loadFaultPlan } from '../load/fault-plan.js';
import { loadFleet } from '../load/fleet.js';
/** The plan for this fleet; undefined when none is named, or when there is no fleet to hold it to. */
export function planFor(name, fleet, io) {
    if (name === undefined || !fleet.ok)
        return { ok: true, value: undefined };
    return loadFaultPlan(name, fleet.value.spec, io.cwd);
}
export function dryRun(options, io) {
    const fleet = loadFleet(options.fleet, io.cwd);
    const plan = fleet.ok ? planFor(options.faults, fleet, io) : fleet;
    if (plan.ok && plan.value) {
        const { about } = plan.value;
        const lines = [...(about === undefined ? [] : [about, '']), ...timelineLines(plan.value)];
        io.out.write(`${lines.join('\n')}\n`);
        return EXIT.passed;
    }
    const hint = 'Name one with --faults FILE.';
    complain(io, plan.ok ? refuse('--dry-run tells what a fault plan will do', hint).complaints : plan.complaints);
    return EXIT.usage;
}
