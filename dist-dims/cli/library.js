// The simulator for those who import the package: the demo fleet on a free port, unless they say otherwise.
import { formatProblem } from '../document/problem.js';
import { assert } from '../kernel/assert.js';
import { createSteerableClock } from '../kernel/steerable-clock.js';
import { readFaultOrder } from '../simulator/faults/plan/read-order.js';
import { parseFleet } from '../simulator/fleet/parse-fleet.js';
import { startSimulator as start } from '../simulator/start-simulator.js';
import { loadDialect } from './load/dialect.js';
import { chooseDefects } from './load/defects.js';
import { namesOf } from './load/fault-plan.js';
import { loadFleet } from './load/fleet.js';
/** Starts a simulator on loopback; rejects when a file has a mistake or the port cannot be had. */
export async function startSimulator(setup = {}) {
    const { clock = createSteerableClock(), port = 0, seed, control = false } = setup;
    const fleet = fleetOf(setup.fleet);
    const known = namesOf(fleet);
    const running = await start({
        fleet,
        dialect: required(loadDialect(setup.dialect ?? 'default', process.cwd())),
        clock,
        defects: required(await chooseDefects(setup.defects ?? [])).map(({ id }) => id),
        faults: (setup.faults ?? []).map((entry) => read(readFaultOrder(entry, known), '')),
        ...(seed === undefined ? {} : { seed }),
        listen: setup.listen === false ? false : { port },
        control: control === false ? false : { port: control === true ? 0 : control },
    });
    const { journal, device, reset, snapshot, restore, close } = running;
    return {
        get url() {
            assert(running.url !== undefined, 'a simulator that does not listen has no address');
            return running.url;
        },
        controlUrl: running.control?.url,
        controlToken: running.control?.token,
        clock,
        journal,
        device,
        faults: libraryFaults(running),
        rest: (request) => running.simulator.rest(request),
        reset,
        snapshot,
        restore,
        get simulator() {
            return running.simulator;
        },
        close,
    };
}
function libraryFaults({ faults }) {
    return {
        order: (entry) => read(faults.order(entry), ''),
        apply: (plan) => read(faults.apply(plan, 'plan'), plan),
        clear: (id) => {
            if (id === undefined)
                faults.clearAll();
            else
                faults.clear(id);
        },
        list: faults.list,
    };
}
function fleetOf(given) {
    if (!given?.includes('\n'))
        return required(loadFleet(given, process.cwd())).spec;
    const parsed = parseFleet(given, 'fleet');
    return read(parsed.ok ? { ok: true, value: parsed.fleet } : parsed, given);
}
function required(attempt) {
    if (attempt.ok)
        return attempt.value;
    throw new Error(attempt.complaints.map(words).join('\n'));
}
function words(complaint) {
    if (complaint.kind === 'words')
        return complaint.message;
    return problemWords(complaint.problems, complaint.source);
}
/** @param source the text that the problems are in; '' when it was no text. */
function read(attempt, source) {
    if (attempt.ok)
        return attempt.value;
    throw new Error(problemWords(attempt.problems, source));
}
function problemWords(problems, source) {
    const text = (problem) => source === '' ? [problem.message, problem.hint ?? ''].join(' ').trim() : formatProblem(problem, source);
    return problems.map(text).join('\n\n');
}
