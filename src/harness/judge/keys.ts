// One key, one command: the same request under the same key is the same command, and a new key a new one.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { groupBy } from './group-by.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { isRecord } from './envelope.js';
import { type Invariant, type Judgement, judgement } from './invariant.js';
import type { Answered } from './trace-view.js';

interface Keyed {
  readonly exchange: Answered;
  readonly client: string;
  readonly key: string;
  /** Device, operation and parameters: what has to stay the same under a key. */
  readonly asked: string;
  readonly commandId: string;
}

export const keys: Invariant = {
  name: 'keys',
  rules: [
    'idempotency.same-command-rest',
    'idempotency.same-command-websocket',
    'idempotency.across-channels',
    'idempotency.in-flight',
    'idempotency.new-key-new-command',
  ],
  judge: ({ answered }) => {
    const commands = answered.flatMap(keyedOf);
    const byKey = groupBy(commands, ({ client, key, asked }) => JSON.stringify([client, key, asked]));
    const same = [...byKey.values()].flatMap((uses) =>
      uses.slice(1).map((use) => judgeRepeat(uses[0] ?? use, use)),
    );
    return [...same, ...judgeDistinct(commands)];
  },
};

function judgeRepeat(first: Keyed, repeat: Keyed): Judgement {
  const [a, b] = [first.exchange, repeat.exchange];
  const expected = `the command ${first.commandId} again`;
  return judgement(
    ruleOf(a, b),
    first.commandId === repeat.commandId,
    expected,
    `command ${repeat.commandId}`,
    a.id,
    b.id,
  );
}

function ruleOf(first: Answered, repeat: Answered): RuleId {
  // Sent before the first was answered: nothing is stated for that.
  if (repeat.span.from < first.span.to && first.span.from < repeat.span.to) return 'idempotency.in-flight';
  if (first.request.channel !== repeat.request.channel) return 'idempotency.across-channels';
  return first.request.channel === 'rest'
    ? 'idempotency.same-command-rest'
    : 'idempotency.same-command-websocket';
}

function judgeDistinct(commands: readonly Keyed[]): readonly Judgement[] {
  return [...groupBy(commands, ({ client, commandId }) => JSON.stringify([client, commandId])).values()].map(
    (uses) => {
      const [first] = uses;
      const other = uses.find(({ key }) => key !== first?.key);
      const expected = 'a command of its own for each key';
      const actual = other
        ? `two keys got the command ${other.commandId}`
        : `command ${first?.commandId} for one key`;
      const exchanges = other && first ? [first.exchange.id, other.exchange.id] : [];
      return judgement(
        'idempotency.new-key-new-command',
        other === undefined,
        expected,
        actual,
        ...exchanges,
      );
    },
  );
}

function keyedOf(exchange: Answered): readonly Keyed[] {
  const { request, reply } = exchange;
  const { idempotencyKey: key, operation, deviceId, client = '' } = request;
  const commandId = commandIdOf(reply.data);
  if (key === undefined || !operation || reply.code !== SUCCESS || commandId === undefined) return [];
  // Without a token it is nobody's request: whose key it would be is open.
  if (request.headers && !Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization'))
    return [];
  return [{ exchange, client, key, commandId, asked: JSON.stringify([deviceId, operation]) }];
}

export function commandIdOf(data: unknown): string | undefined {
  const command = isRecord(data) ? data['command'] : undefined;
  const id = isRecord(command) ? command['commandId'] : undefined;
  return typeof id === 'string' ? id : undefined;
}
