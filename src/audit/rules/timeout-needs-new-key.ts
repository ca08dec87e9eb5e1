// client.timeout-needs-new-key: the key of a command that the client knows to have ended as TIMEOUT.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, verdict } from './breach.js';
import { isCommand, knew, exchangeName } from './facts.js';
import type { ClientBreach, ClientRule } from './ruling.js';
import { spanWords } from './words.js';

export const timeoutNeedsNewKey: ClientRule = {
  id: 'client.timeout-needs-new-key',
  judge: ({ days }) => {
    const found = days.map((day) => judgeDay(day));
    return verdict({
      n: found.reduce((total, { n }) => total + n, 0),
      breaches: found.flatMap(({ breaches }) => breaches),
      needs: 'the day of silent devices: the client has to send a command that ends as TIMEOUT',
      enough: 3,
    });
  },
};

function judgeDay(day: ClientTraffic): { readonly n: number; readonly breaches: readonly ClientBreach[] } {
  const keys = new Map<string, string>();
  const told = new Map<string, ClientExchange>();
  const breaches: ClientBreach[] = [];
  for (const each of day.exchanges) {
    const { key, reply } = each;
    const known = key === undefined ? undefined : told.get(key);
    if (known && isCommand(each) && known.actor === each.actor && knew(each, known)) {
      const after = spanWords(each.cameAt - (known.reply?.at ?? 0));
      const done = `${exchangeName(each)} came with the key "${key}" ${after} after the reply that it had ended as TIMEOUT`;
      breaches.push(breach(day, [known, each], done, 'TIMEOUT is final: a new try takes a new key'));
    }
    if (key !== undefined && reply?.commandId !== undefined) keys.set(reply.commandId, key);
    if (reply?.commandStatus !== 'timeout') continue;
    // It may also be read, by the id of the command.
    const ended = key ?? keys.get(reply.commandId ?? '');
    if (ended !== undefined && !told.has(ended)) told.set(ended, each);
  }
  return { n: told.size, breaches };
}
