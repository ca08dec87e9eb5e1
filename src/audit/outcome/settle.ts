// Puts the days of a client together: what a rule says of all of them, and which days are worth living again.
import type { ClientRuleId } from '../../contract/rules/client.js';
import { judgeClient, type RuledClient } from '../client-result.js';
import { CALM } from '../rules/ruling.js';
import type { ClientTraffic } from '../traffic/traffic.js';

/**
 * @param meant the rules that are asked about.
 * @param isInterim the days go on.
 */
export function judgeDays(
  client: string,
  days: readonly ClientTraffic[],
  meant: readonly ClientRuleId[],
  isInterim = false,
): RuledClient {
  const calm = days.find(({ day }) => day === CALM);
  return judgeClient(client, { days, isInterim, ...(calm && { calm }) }, meant);
}

/** Rules that would be broken if what was seen came again, each with the days on which it was seen. */
export function suspicionsOf({ rulings }: RuledClient): ReadonlyMap<ClientRuleId, readonly string[]> {
  return new Map(
    [...rulings].flatMap(([id, ruling]) =>
      ruling.kind === 'undecided' && ruling.isSuspicious
        ? [[id, [...new Set(ruling.seen.map(({ day }) => day))]] as const]
        : [],
    ),
  );
}
