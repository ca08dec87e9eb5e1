import { breach, verdict } from './breach.js';
import { byActor, isCommand, isLimited, isRefresh, knew, nameOf } from './facts.js';
import { instant, span } from './words.js';
/** Granted for clocks that do not run alike, in ms. */
const GRANTED = 50;
const RIGHT = 'wait until the announced delay is over';
export const waitsAfter429 = {
    id: 'client.waits-after-429',
    judge: ({ days }) => {
        const found = days.flatMap((day) => [
            ...[...byActor(day).values()].map((exchanges) => amongExchanges(day, exchanges)),
            amongUpgrades(day),
        ]);
        return verdict({
            n: found.reduce((total, { n }) => total + n, 0),
            breaches: found.flatMap(({ breaches }) => breaches),
            needs: 'the day of tight limits: the client has to make a request that is answered with 429',
        });
    },
};
/** What a 429 holds back. */
function subjectOf(exchange) {
    const { what, deviceId = '' } = exchange;
    if (isRefresh(exchange))
        return `refresh ${deviceId}`;
    return isCommand(exchange) ? `command ${deviceId}` : what;
}
function amongExchanges(day, exchanges) {
    const breaches = [];
    /** The refusal with the latest end, for each subject. */
    const holding = new Map();
    let n = 0;
    for (const each of exchanges) {
        const subject = subjectOf(each);
        const refusal = holding.get(subject);
        if (refusal?.reply && knew(each, refusal) && each.cameAt < endOf(refusal) - GRANTED)
            breaches.push(tooEarly(day, refusal, each));
        if (!isLimited(each) || each.reply?.retryAfter === undefined)
            continue;
        n++;
        if (!refusal || endOf(each) > endOf(refusal))
            holding.set(subject, each);
    }
    return { n, breaches };
}
function endOf({ reply }) {
    return (reply?.at ?? 0) + (reply?.retryAfter ?? 0);
}
function tooEarly(day, refusal, each) {
    const at = refusal.reply?.at ?? 0;
    return breach(day, [refusal, each], `${nameOf(each)} repeated after ${span(each.cameAt - at)}`, `${RIGHT}: the refusal at ${instant(day, at)} announced ${span(refusal.reply?.retryAfter ?? 0)}`);
}
/** Upgrades that were refused with 429. */
function amongUpgrades(day) {
    const refused = day.connections.filter(({ refusal }) => refusal?.retryAfter !== undefined);
    const tooSoon = (first) => day.connections
        .filter(({ actor, askedAt }) => {
        const after = askedAt - first.askedAt;
        return (actor === first.actor && after >= GRANTED && after < (first.refusal?.retryAfter ?? 0) - GRANTED);
    })
        .map((each) => ({
        day: day.day,
        at: each.askedAt,
        exchanges: [],
        done: `asked to connect again after ${span(each.askedAt - first.askedAt)}`,
        right: `${RIGHT}: the refusal at ${instant(day, first.askedAt)} announced ${span(first.refusal?.retryAfter ?? 0)}`,
    }));
    return { n: refused.length, breaches: refused.flatMap(tooSoon) };
}
