import { coverageOf } from './coverage.js';
import { bundledHeads } from '../load/scenario-heads.js';
import { listText } from './list.js';
export async function listRules(io) {
    const scenarios = await bundledHeads(io.cwd);
    if (!scenarios.ok)
        return scenarios;
    return { ok: true, value: { data: dataOf(scenarios.value), text: textOf(scenarios.value, io) } };
}
function dataOf(scenarios) {
    return coverageOf(scenarios).map(({ rule, ...coverage }) => ({ ...rule, ...coverage }));
}
function textOf(scenarios, io) {
    const coverage = coverageOf(scenarios);
    const entries = coverage.map(({ rule, scenarios: ids, unobservable = 'no scenario' }) => ({
        name: rule.id,
        title: rule.basis,
        notes: [rule.sentence, ids.length === 0 ? unobservable : ids.join(', ')],
        lacking: ids.length === 0,
    }));
    const covered = coverage.filter((each) => each.scenarios.length > 0).length;
    const hidden = coverage.filter((each) => each.unobservable !== undefined).length;
    const summary = `${covered} of ${coverage.length} rules are covered by a scenario; ${hidden} cannot be seen from outside.`;
    return listText(entries, summary, io);
}
