import { bind } from './bind.js';
import { missingOutside } from './outside.js';
import { select } from './select.js';
import { CAPABILITIES } from '../scenario/capabilities.js';
import { restrictionWords } from '../profile/restriction.js';
import { createOffers } from '../stimuli/offers.js';
/** @param offers what can be done from outside of the interface; default: what the profile alone tells. */
export function plan(scenarios, profile, selection = {}, offers = createOffers(profile, { interactive: false })) {
    const { cases, problems } = select(scenarios, selection);
    if (problems.length > 0)
        return { ok: false, problems };
    return { ok: true, plan: planCases(cases, profile, selection, offers) };
}
/** The same for cases that have been selected. */
export function planCases(cases, profile, { without = [], restriction }, offers) {
    const checks = [];
    const skipped = [];
    const uses = new Map();
    // Those that have their clients to themselves come last: they take the ones that the others use least.
    for (const selected of cases.toSorted((a, b) => apart(a) - apart(b))) {
        const described = describe(selected);
        const { needs } = selected.case;
        const barred = barredBy(needs.capabilities, without) ??
            leftOut(selected.case, restriction) ??
            lackingAt(profile, needs.capabilities) ??
            missingOutside(needs, profile, offers);
        const bound = barred === undefined
            ? bind(needs, profile, offers, needs.apart ? uses : undefined)
            : { ok: false, reason: barred };
        if (bound.ok) {
            checks.push({ ...described, case: selected.case, ...bound.binding });
            for (const client of Object.values(bound.binding.clients))
                uses.set(client, (uses.get(client) ?? 0) + 1);
        }
        else
            skipped.push({ ...described, reason: bound.reason });
    }
    return { checks, skipped };
}
function apart({ case: { needs } }) {
    return Number(needs.apart);
}
function barredBy(capabilities, without) {
    const barred = capabilities.find((each) => without.includes(each));
    return barred && `it needs ${CAPABILITIES[barred]}, which this run leaves out`;
}
/** Why the run leaves the case out on purpose. */
function leftOut({ steps, cleanup }, restriction) {
    if (restriction === undefined)
        return undefined;
    return [...steps, ...cleanup].some((step) => does(step, restriction))
        ? restrictionWords(restriction)
        : undefined;
}
/** What creates a command with device:control switches relays or puts bytes on RS485. */
function does({ verb, children }, restriction) {
    const writes = verb.creates === true || verb.scope === 'device:manage';
    const own = restriction === 'read-only' ? writes : verb.creates === true && verb.scope === 'device:control';
    return own || children.some((child) => does(child, restriction));
}
/** What the target does not have cannot be wrong either. */
function lackingAt({ without = [] }, capabilities) {
    const lacking = without.find((each) => capabilities.includes(each));
    return (lacking &&
        `it needs ${CAPABILITIES[lacking]}, which the target is without, as its dialect or profile says`);
}
function describe({ scenario, case: { id, title, about, rules } }) {
    const reason = about === undefined ? {} : { about };
    return { id, area: scenario.area, title, ...reason, rules, place: scenario.place };
}
