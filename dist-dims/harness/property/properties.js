import { INVARIANTS } from '../judge/invariants.js';
import { state } from '../judge/invariants/state.js';
/** Which rules each property stands for: a rule belongs to the first that takes it, and the last takes all. */
const GROUPS = [
    {
        id: 'properties/idempotency',
        title: 'One key, one command, one outcome, one execution',
        of: (rule) => /^(idempotency|commands)\./.test(rule),
    },
    {
        id: 'properties/refresh',
        title: 'Refreshes keep their distance over both channels, and rejections are free',
        of: (rule) => /^(refresh|limits)\./.test(rule),
    },
    {
        id: 'properties/serialisation',
        title: 'A device does one thing at a time, is free again afterwards, and a refusal leaves no mark',
        of: (rule) => rule.startsWith('busy.'),
    },
    {
        id: 'properties/state',
        title: 'Every state is explained by some order of the accepted operations',
        of: (rule) => state.rules.includes(rule),
    },
    {
        id: 'properties/events',
        title: 'Each change gives its event on every connection, and each event is explained by a change',
        of: (rule) => rule.startsWith('events.'),
    },
    {
        id: 'properties/replies',
        title: 'Replies keep their form and belong to their requests, also under load',
        of: () => true,
    },
];
/** Rules that whoever sends random programs can judge. */
const JUDGED = [...new Set(INVARIANTS.flatMap(({ rules }) => rules))];
export const PROPERTIES = GROUPS.map(({ of, ...property }, at) => ({
    ...property,
    rules: JUDGED.filter((rule) => of(rule) && !GROUPS.slice(0, at).some((earlier) => earlier.of(rule))),
}));
export function propertyOf(rule) {
    return PROPERTIES.find(({ rules }) => rules.includes(rule));
}
