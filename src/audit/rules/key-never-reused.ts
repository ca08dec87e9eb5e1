// client.key-never-reused: one key with two devices, operations or bodies, compared in canonical terms.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, verdict } from './breach.js';
import { groupBy } from '../../kernel/group-by.js';
import { isCommand, exchangeName, operationText } from './facts.js';
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
