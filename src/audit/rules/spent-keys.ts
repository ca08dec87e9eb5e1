// Keys that come again: client.key-never-reused, client.timeout-needs-new-key.
import { groupBy } from '../../kernel/group-by.js';
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, type PartialRuling, spanWords, together, verdict } from './breach.js';
import { cameLate, exchangeName, isCommand, isOnSameSocket, knew, operationText } from './facts.js';
import type { ClientBreach, ClientRule } from './ruling.js';

export const keyNeverReused: ClientRule = {
  id: 'client.key-never-reused',
  isTimeless: true,
  judge: ({ days }) => {
    const keyed = days.map((day) => [day, day.exchanges.filter(isKeyed)] as const);
    return verdict({
      n: keyed.reduce((total, [, commands]) => total + commands.length, 0),
      breaches: keyed.flatMap(([day, commands]) =>
        [...groupBy(commands, ({ key = '' }) => key).values()].flatMap((same) => reused(day, same)),
      ),
      needs: 'any day: the client has to send commands with keys',
    });
  },
};

/** What could not be read cannot be compared. */
function isKeyed({ key, operation, ...rest }: ClientExchange): boolean {
  return key !== undefined && operation !== undefined && isCommand({ key, operation, ...rest });
}

function reused(day: ClientTraffic, same: readonly ClientExchange[]): ClientBreach[] {
  const [first] = same;
  if (!first) return [];
  const other = same.find((each) => meaningOf(each) !== meaningOf(first));
  if (!other) return [];
  const done = `the key "${first.key}" of ${exchangeName(first)} (${meaningOf(first)}) came again with ${exchangeName(other)} (${meaningOf(other)})`;
  return [breach(day, [first, other], done, 'a key stands for one command on one device')];
}

function meaningOf({ deviceId = '', operation }: ClientExchange): string {
  return `${deviceId}: ${operation ? operationText(operation) : ''}`;
}

// client.timeout-needs-new-key: the key of a command that the client knows to have ended as TIMEOUT.

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
      (mayBeGivenUp(known) ? found.doubts : found.breaches).push(surely);
    }
    if (key !== undefined && reply?.commandId !== undefined) keys.set(reply.commandId, key);
    if (reply?.commandStatus !== 'timeout') continue;
    // It may also be read, by the id of the command.
    const ended = key ?? keys.get(reply.commandId ?? '');
    if (ended === undefined) continue;
    const first = told.get(ended);
    if (!first || mayBeGivenUp(first)) told.set(ended, each);
  }
  return { ...found, n: told.size };
}

/** A client that stops waiting for a reply over WebSocket sends nothing that shows it; it may wait a second. In ms. */
const SOCKET_PATIENCE = 800;

function mayBeGivenUp(exchange: ClientExchange): boolean {
  const { cameAt, channel, reply } = exchange;
  return cameLate(exchange) || (channel === 'ws' && (reply?.at ?? 0) - cameAt > SOCKET_PATIENCE);
}
