// Puts the days of a client together: what a rule says of all of them, which days have to be lived again before a
// breach is reported, and what is left of it after that.
import type { ClientRuleId } from '../../contract/rules/client.js';
import { judgeClient, type RuledClient } from '../client-result.js';
import type { ClientBreach, Evidence, Ruling } from '../rules/ruling.js';
import { CLIENT_JUDGES } from '../rules/rules.js';
import type { ClientTraffic } from '../traffic/traffic.js';

/** The rules that are tried again, each with the days on which it seemed broken. */
export type Doubted = ReadonlyMap<ClientRuleId, readonly string[]>;

export interface FirstRound {
  readonly ruled: RuledClient;
  readonly doubted: Doubted;
}

export const CALM = 'calm';

function evidenceOf(days: readonly ClientTraffic[], calm = days.find(({ day }) => day === CALM)): Evidence {
  return { days, ...(calm && { calm }) };
}

/** @param meant the rules that are asked about. */
export function judgeDays(
  client: string,
  days: readonly ClientTraffic[],
  meant: readonly ClientRuleId[],
): FirstRound {
  const all = judgeClient(client, evidenceOf(days));
  const rulings = new Map([...all.rulings].filter(([id]) => meant.includes(id)));
  const doubted = new Map<ClientRuleId, readonly string[]>();
  for (const [id, ruling] of rulings) {
    if (ruling.kind !== 'broken' || !ruling.again) continue;
    doubted.set(id, [...new Set(ruling.breaches.map(({ day }) => day))]);
  }
  return { ruled: { client, rulings }, doubted };
}

/**
 * What is left after the second round.
 * @param again traffic of the repeated days, under the names of the first time; absent for days that were not repeated.
 */
export function settleAudit(
  { ruled, doubted }: FirstRound,
  first: readonly ClientTraffic[],
  again: ReadonlyMap<string, ClientTraffic>,
): RuledClient {
  const calm = first.find(({ day }) => day === CALM);
  const rulings = new Map(ruled.rulings);
  for (const [id, names] of doubted) {
    const before = rulings.get(id);
    const days = names.flatMap((name) => again.get(name) ?? []);
    const judge = CLIENT_JUDGES.find((each) => each.id === id);
    if (before?.kind !== 'broken' || !judge) continue;
    rulings.set(id, both(before, days.length === 0 ? undefined : judge.judge(evidenceOf(days, calm))));
  }
  return { client: ruled.client, rulings };
}

type Broken = Extract<Ruling, { readonly kind: 'broken' }>;

function both(first: Broken, second: Ruling | undefined): Ruling {
  if (second?.kind === 'broken')
    return { ...first, n: first.n + second.n, breaches: [...first.breaches, ...second.breaches] };
  return {
    kind: 'undecided',
    n: first.n,
    why: `it seemed broken, and did not come again on a second try: ${wordsOf(second)}`,
    seen: [...first.breaches, ...seenIn(second)],
  };
}

function wordsOf(second: Ruling | undefined): string {
  if (second?.kind === 'holds') return `then it held, n = ${second.n}`;
  if (second?.kind === 'undecided') return `then ${second.why}`;
  return second ? 'then there was no occasion' : 'nothing was seen of the client then';
}

function seenIn(second: Ruling | undefined): readonly ClientBreach[] {
  return second?.kind === 'undecided' ? second.seen : [];
}
