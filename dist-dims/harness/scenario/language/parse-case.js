import { problemAt } from '../../../document/validate.js';
import { JUDGED_RULES } from '../../judge/invariants.js';
import { list } from './modifiers.js';
import { createChecker, createNames } from './names.js';
import { parseSteps } from './parse-steps.js';
import { show } from './show.js';
export function parseCase(document, file, context) {
    const needs = needsOf(file);
    const names = createNames(needs, context.rules);
    const { include } = context;
    if (Object.keys(needs.clients).length === 0)
        names.problems.push(problemAt(document, ['needs', 'clients'], 'a scenario needs an API client at least'));
    checkHidden(document, needs, names);
    const steps = parseSteps({ document, path: ['steps'], steps: file.steps, include, depth: 0 }, names);
    const cleanup = parseSteps({ document, path: ['cleanup'], steps: file.cleanup ?? [], include, depth: 0 }, names);
    const problems = [...names.problems, ...unchecked(document, context.rules, names)];
    if (problems.length > 0)
        return { ok: false, problems };
    return {
        ok: true,
        value: {
            id: context.id,
            title: titleOf(file.title, context),
            ...(file.about === undefined ? {} : { about: file.about.trim() }),
            rules: context.rules,
            needs: {
                ...needs,
                capabilities: capabilitiesOf(needs, [...steps, ...cleanup]),
                stimuli: [...needs.stimuli, ...stimuliIn([...steps, ...cleanup])],
            },
            steps,
            cleanup,
        },
    };
}
function needsOf({ needs }) {
    const devices = Object.entries(needs.devices ?? {}).map(([name, need]) => {
        const rs485 = list(need?.rs485);
        const { relays = [], inputs = [], analogInputs = [], sensors = [] } = need ?? {};
        const { hiddenFrom = [], place = 'first' } = need ?? {};
        return [name, { relays, inputs, analogInputs, sensors, place, hiddenFrom, rs485 }];
    });
    const clients = Object.entries(needs.clients).map(([name, need]) => {
        const exactly = 'exactly' in need;
        return [name, { scopes: exactly ? need.exactly : need, exactly }];
    });
    return {
        devices: Object.fromEntries(devices),
        clients: Object.fromEntries(clients),
        capabilities: needs.capabilities ?? [],
        stimuli: (needs.stimuli ?? []).map((stimulus) => ({ name: stimulus })),
        management: needs.management ?? false,
        exclusive: needs.exclusive === true,
        apart: needs.exclusive === 'clients',
    };
}
function checkHidden(document, { devices, clients }, names) {
    const check = createChecker(names, document, (path) => path);
    for (const [device, { hiddenFrom }] of Object.entries(devices))
        for (const [at, client] of hiddenFrom.entries())
            check.known(['needs', 'devices', device, 'hiddenFrom', at], 'client', client, Object.keys(clients));
}
/** A rule that is cited must be checked: by a step, or by an invariant over the trace. */
function unchecked(document, rules, names) {
    return rules.flatMap((rule, at) => names.checked.has(rule) || JUDGED_RULES.has(rule)
        ? []
        : problemAt(document, ['rules', at], `no step checks the rule ${rule}`, 'Give a step an "expect", and "rule" where it checks only some of the rules.'));
}
function capabilitiesOf(needs, steps) {
    const found = new Set(needs.capabilities);
    const visit = (step) => {
        const { verb, fields } = step;
        const { via } = fields;
        for (const capability of verb.capabilities ?? [])
            found.add(capability);
        if (via !== undefined && via !== 'rest')
            found.add('websocket');
        for (const capability of verb.capabilitiesOf?.(fields) ?? [])
            found.add(capability);
        step.children.forEach(visit);
    };
    steps.forEach(visit);
    if (needs.stimuli.length > 0)
        found.add('stimuli');
    if (needs.management)
        found.add('manage');
    if (Object.keys(needs.devices).length > 0)
        found.add('devices');
    if (Object.keys(needs.devices).length > 1)
        found.add('two-devices');
    if (Object.keys(needs.clients).length > 1)
        found.add('two-clients');
    for (const { rs485, inputs, analogInputs, sensors } of Object.values(needs.devices)) {
        for (const bytes of rs485)
            found.add(`rs485.${bytes}`);
        if (rs485.length > 0)
            found.add('rs485');
        if (inputs.length > 0)
            found.add('digital-inputs');
        if (analogInputs.length > 0)
            found.add('analog-inputs');
        if (sensors.length > 0)
            found.add('sensors');
    }
    return [...found];
}
function stimuliIn(steps) {
    return steps.flatMap((step) => {
        const own = step.verb.stimulus?.(step.fields);
        return [...(own ? [own] : []), ...stimuliIn(step.children)];
    });
}
/** A title that does not speak of the matrix names the row, so that no two checks read the same. */
function titleOf(title, { row, titleNamesRow }) {
    if (row.label === '' || titleNamesRow)
        return title;
    return `${title} (${Object.values(row.values).map(nameOf).join(', ')})`;
}
function nameOf(value) {
    return typeof value === 'object' && value !== null && 'label' in value ? show(value.label) : show(value);
}
