// client.timeout-needs-new-key: the key of a command that the client knows to have ended as TIMEOUT.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, type PartialRuling, together, verdict } from './breach.js';
import { cameLate, isCommand, isOnSameSocket, knew, exchangeName } from './facts.js';
import type { ClientRule } from './ruling.js';
import { spanWords } from './words.js';

export const timeoutNeedsNewKey: ClientRule = {
  id: 'client.timeout-needs-new-key',
  judge: ({ days }) => {
    return verdict({
      ...together(days.map(judgeDay)),
      why: 'the reply that it had ended as TIMEOUT took so long that the client may have given up waiting for it',
      needs: 'the day of silent devices: the client has to send a command that ends as TIMEOUT',
      enough: 3,
    });
  },
};

function judgeDay(day: ClientTraffic): PartialRuling {
  const keys = new Map<string, string>();
  const told = new Map<string, ClientExchange>();
  const found: PartialRuling = { n: 0, breaches: [], doubts: [] };
  for (const each of day.exchanges) {
    const { key, reply } = each;
    const known = key === undefined ? undefined : told.get(key);
    if (known && isCommand(each) && known.actor === each.actor && knew(each, known)) {
      const after = spanWords(each.cameAt - (known.reply?.at ?? 0));
      const done = `${exchangeName(each)} came with the key "${key}" ${after} after the reply that it had ended as TIMEOUT`;
      const how = breach(day, [known, each], done, 'TIMEOUT is final: a new try takes a new key');
      const surely = isOnSameSocket(each, known) ? { ...how, by: Infinity } : how;
      (cameLate(known) ? found.doubts : found.breaches).push(surely);
    }
    if (key !== undefined && reply?.commandId !== undefined) keys.set(reply.commandId, key);
    if (reply?.commandStatus !== 'timeout') continue;
    // It may also be read, by the id of the command.
    const ended = key ?? keys.get(reply.commandId ?? '');
    if (ended === undefined) continue;
    const first = told.get(ended);
    if (!first || cameLate(first)) told.set(ended, each);
  }
  return { ...found, n: told.size };
}
