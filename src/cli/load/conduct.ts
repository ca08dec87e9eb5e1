// The judge of clients for the page of a simulator: from the records of its journal to what is shown.
import { judgeClient } from '../../audit/client-result.js';
import type { ClientBreach, Ruling } from '../../audit/rules/ruling.js';
import { createTrafficReader } from '../../audit/traffic/read-traffic.js';
import { CLIENT_RULES, type ClientRuleId } from '../../contract/rules/client.js';
import type { ClientConduct, ConductRuling, JournalRecord } from '../../simulator/control/replies.js';

/** Of one rule; the others are counted. */
const MOST_BREACHES = 20;

export function judgeConduct(records: readonly JournalRecord[]): ClientConduct[] {
  const reader = createTrafficReader({ day: 'now' });
  // What went wrong inside of the simulator is not the client's.
  for (const record of records) if (record.kind !== 'bug') reader.see(record);
  return reader.traffic().map((traffic) => {
    const { client, rulings } = judgeClient(traffic.client, { days: [traffic] });
    return { client, rulings: [...rulings].map(([rule, ruling]) => shown(rule, ruling)) };
  });
}

function shown(rule: ClientRuleId, ruling: Ruling): ConductRuling {
  const { kind } = ruling;
  const sentence = CLIENT_RULES.find(({ id }) => id === rule)?.sentence ?? rule;
  const breaches = breachesOf(ruling).toSorted((a, b) => b.at - a.at);
  return {
    rule,
    sentence,
    kind,
    n: kind === 'not exercised' ? 0 : ruling.n,
    why: kind === 'undecided' ? ruling.why : kind === 'not exercised' ? ruling.needs : '',
    breaches: breaches.slice(0, MOST_BREACHES).map(({ at, exchanges, done, right }) => {
      return { at, exchanges, done, right };
    }),
    more: Math.max(0, breaches.length - MOST_BREACHES),
  };
}

function breachesOf(ruling: Ruling): readonly ClientBreach[] {
  if (ruling.kind === 'broken') return ruling.breaches;
  return ruling.kind === 'undecided' ? ruling.seen : [];
}
