// What was found of a client as the result of a run, one check for each rule, so that all formats of reports take it.
import { CLIENT_RULES } from '../contract/rules/client.js';
import { breachOf } from '../harness/verdict/breach.js';
import { CLIENT_JUDGES } from './rules/rules.js';
export function judgeClient(client, evidence) {
    return { client, rulings: new Map(CLIENT_JUDGES.map((rule) => [rule.id, rule.judge(evidence)])) };
}
export function clientResult(clients, options) {
    const { target, dialect, seed, strict, startedAt, endedAt } = options;
    const checks = clients.flatMap(({ client, rulings }) => [...rulings].map(([rule, ruling]) => {
        const verdict = verdictOf(rule, ruling, strict);
        const reason = reasonOf(ruling);
        return {
            id: clients.length > 1 ? `${client}/${rule}` : rule,
            title: CLIENT_RULES.find(({ id }) => id === rule)?.sentence ?? rule,
            area: clients.length > 1 ? client : 'client',
            rules: [rule],
            verdict,
            ...(reason !== undefined && { reason }),
            findings: findingsOf(rule, ruling, strict),
            attempts: 1,
            startedAt,
            endedAt,
            trace: [],
        };
    }));
    return { target, dialect, seed, startedAt, endedAt, checks, notRestored: [], roundTrip: 0 };
}
function verdictOf(rule, ruling, strict) {
    switch (ruling.kind) {
        case 'holds':
            return 'pass';
        case 'broken':
            return breachOf(rule, strict);
        case 'undecided':
            return 'inconclusive';
        case 'not exercised':
            return 'skipped';
    }
}
function reasonOf(ruling) {
    if (ruling.kind === 'undecided')
        return ruling.why;
    return ruling.kind === 'not exercised' ? `not exercised: ${ruling.needs}` : undefined;
}
function findingsOf(rule, ruling, strict) {
    if (ruling.kind === 'not exercised')
        return [];
    if (ruling.kind === 'holds') {
        const expected = CLIENT_RULES.find(({ id }) => id === rule)?.sentence ?? rule;
        return [
            { rule, verdict: 'pass', where: 'traffic', expected, actual: `kept, n = ${ruling.n}`, exchanges: [] },
        ];
    }
    const verdict = ruling.kind === 'broken' ? breachOf(rule, strict) : 'inconclusive';
    const seen = ruling.kind === 'broken' ? ruling.breaches : ruling.seen;
    return seen.map(({ day, done, right, exchanges }) => {
        return { rule, verdict, where: day, expected: right, actual: done, exchanges };
    });
}
