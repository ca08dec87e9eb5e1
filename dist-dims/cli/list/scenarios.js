import { bundledHeads } from '../load/scenario-heads.js';
import { listText } from './list.js';
export async function listScenarios(io) {
    const scenarios = await bundledHeads(io.cwd);
    if (!scenarios.ok)
        return scenarios;
    return { ok: true, value: { data: dataOf(scenarios.value), text: textOf(scenarios.value, io) } };
}
function dataOf(scenarios) {
    return scenarios.map(({ id, area, title, rules, place, cases }) => {
        return { id, area, title, rules, file: place.file, cases: cases.map((each) => each.id) };
    });
}
function textOf(scenarios, io) {
    const entries = scenarios.map(({ id, title, cases, rules }) => ({
        name: id,
        title: `${title}${cases.length > 1 ? ` (${cases.length} cases)` : ''}`,
        notes: [rules.join(', ')],
    }));
    return listText(entries, `${scenarios.length} scenarios.`, io);
}
