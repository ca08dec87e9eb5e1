// One key, one command: the same request under the same key is the same command, and a new key a new one.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { askedIn } from './asked.js';
import { groupBy } from '../../kernel/group-by.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { commandIn } from './sightings.js';
import { SURELY_KEPT } from './surely-kept.js';
import type { AnsweredCall } from './trace-view.js';

interface Keyed {
  readonly exchange: AnsweredCall;
  readonly client: string;
  readonly key: string;
  /** Device, operation and parameters: what has to stay the same under a key. */
  readonly asked: string;
  readonly commandId: string;
  readonly succeeded: boolean;
  readonly timedOut: boolean;
}

export const keys: Invariant = {
  name: 'keys',
  rules: [
    'idempotency.same-command-rest',
    'idempotency.same-command-websocket',
    'idempotency.across-channels',
    'idempotency.in-flight',
    'idempotency.reused-for-another-request',
    'idempotency.new-key-new-command',
    'idempotency.timeout-is-final',
  ],
  judge: ({ answered }) => {
    const commands = answered.flatMap(keyedOf);
    const byKey = [...groupBy(commands, ({ client, key }) => JSON.stringify([client, key])).values()];
    const same = byKey.flatMap((uses) =>
      uses.slice(1).flatMap((use, at) => {
        const before = uses.slice(0, at + 1).filter((each) => isKept(each, uses, use));
        const first = before.find(({ asked }) => asked === use.asked);
        if (first) return judgeRepeat(first, use);
        return before[0] ? judgeReuse(before[0], use) : [];
      }),
    );
    return [...same, ...judgeDistinct(commands)];
  },
};

/** Some time after its command was created, a key may be as good as new. */
function isKept({ commandId }: Keyed, uses: readonly Keyed[], later: Keyed): boolean {
  const created = uses.find((each) => each.commandId === commandId)?.exchange.span.from ?? 0;
  return later.exchange.span.to - created < SURELY_KEPT;
}

function judgeRepeat(first: Keyed, repeat: Keyed): InvariantJudgement {
  const [a, b] = [first.exchange, repeat.exchange];
  const held = first.commandId === repeat.commandId;
  const expected = `the command ${first.commandId} again`;
  const usual = ruleOf(a, b);
  // What is stated of a TIMEOUT is stated of the request that is repeated as it was, over its own channel.
  const rule = first.timedOut && SAME_COMMAND.has(usual) ? 'idempotency.timeout-is-final' : usual;
  return judgement(rule, held, expected, `command ${repeat.commandId}`, a.id, b.id);
}

/** The second was sent when the answer to the first had been read. */
function isAfter({ reply }: AnsweredCall, { request }: AnsweredCall): boolean {
  return reply.seq < request.seq;
}

const SAME_COMMAND: ReadonlySet<RuleId> = new Set([
  'idempotency.same-command-rest',
  'idempotency.same-command-websocket',
]);

function ruleOf(first: AnsweredCall, repeat: AnsweredCall): RuleId {
  // Sent before the first was answered: nothing is stated for that.
  if (!isAfter(first, repeat)) return 'idempotency.in-flight';
  if (first.request.channel !== repeat.request.channel) return 'idempotency.across-channels';
  // The same change by the endpoint for one relay is another request with the same meaning.
  if (first.request.what !== repeat.request.what) return 'idempotency.reused-for-another-request';
  return first.request.channel === 'rest'
    ? 'idempotency.same-command-rest'
    : 'idempotency.same-command-websocket';
}

/** Nothing but a command of its own that has succeeded proves that the other request was carried out. */
function judgeReuse(first: Keyed, other: Keyed): readonly InvariantJudgement[] {
  if (!other.succeeded) return [];
  const held = first.commandId === other.commandId;
  const expected = 'no command of its own for another request under a used key';
  const actual = held ? `the first command ${first.commandId}` : `command ${other.commandId}, carried out`;
  const shown = [first.exchange.id, other.exchange.id];
  return [judgement('idempotency.reused-for-another-request', held, expected, actual, ...shown)];
}

function judgeDistinct(commands: readonly Keyed[]): readonly InvariantJudgement[] {
  const byCommand = groupBy(commands, ({ client, commandId }) => JSON.stringify([client, commandId]));
  return [...byCommand.values()].map((uses) => {
    const [first] = uses;
    const other = uses.find(({ key }) => key !== first?.key);
    const expected = 'a command of its own for each key';
    const actual = other
      ? `two keys got the command ${other.commandId}`
      : `command ${first?.commandId} for one key`;
    const shown = other && first ? [first.exchange.id, other.exchange.id] : [];
    return judgement('idempotency.new-key-new-command', other === undefined, expected, actual, ...shown);
  });
}

function keyedOf(exchange: AnsweredCall): readonly Keyed[] {
  const { request, reply } = exchange;
  const { idempotencyKey: key, operation, client = '' } = request;
  const { commandId, status } = commandIn(reply.data) ?? {};
  if (key === undefined || !operation || reply.code !== SUCCESS || typeof commandId !== 'string') return [];
  // Without a token it is nobody's request: whose key it would be is open.
  if (request.headers && !Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization'))
    return [];
  const asked = askedIn(request);
  return [
    {
      exchange,
      client,
      key,
      commandId,
      asked,
      succeeded: status === 'succeeded',
      timedOut: status === 'timeout',
    },
  ];
}
