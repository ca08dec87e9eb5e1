// Laws of commands and of the keys that they are asked for with.
import { contrastOf } from '../../kernel/contrast.js';
import { SUCCESS } from '../../contract/error-codes.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import { groupBy } from '../../kernel/group-by.js';
import { surelyBefore } from '../../kernel/interval.js';
import { isObject } from '../../kernel/json.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { endsIn } from './history.js';
import { words } from './replies.js';
import { commandIn } from '../target/command-in.js';
import {
  type CommandSighting,
  sightingOf,
  successesWithCommand,
  canonical,
  askedIn,
  SURELY_KEPT,
  grantedCommand,
} from './sightings.js';
import { type AnsweredCall, answerWords, type TraceView, perView } from './trace-view.js';

// Command objects have the fields that the interface names, and a final status stays as it is.

export const commands: Invariant = {
  name: 'commands',
  rules: [
    'commands.shape',
    'commands.terminal-stays',
    'idempotency.same-command-rest',
    'idempotency.same-command-websocket',
  ],
  judge: (view) => {
    const replies = successesWithCommand(view.answered);
    return [...replies.map(judgeShape), ...sightingsIn(view).flatMap(judgeStatuses)];
  },
};

/** Those of each command. Words that the dialect could not read are no other words. */
const sightingsIn = perView(({ answered }) => {
  const read = successesWithCommand(answered).filter(({ reply }) => !reply.mismatches?.length);
  return [...groupBy(read.flatMap(sightingOf), ({ commandId }) => commandId).values()];
});

function judgeShape({ id, reply }: AnsweredCall): InvariantJudgement {
  const data = isObject(reply.body) ? reply.body['data'] : undefined;
  const command = isObject(data) ? data['command'] : undefined;
  const expected = 'data.command with operation, params and status';
  if (!isObject(command))
    return judgement('commands.shape', false, expected, `data.command: ${words(command)}`, id);
  const { operation, params, status } = command;
  const held = typeof operation === 'string' && isObject(params) && typeof status === 'string';
  return judgement('commands.shape', held, expected, () => words({ operation, params, status }), id);
}

/**
 * A final status that was seen must still be there in every request that was sent after that. Two different
 * final ones contradict each other in any order, also where the requests ran at once.
 */
function judgeStatuses(sightings: readonly CommandSighting[]): readonly InvariantJudgement[] {
  const final = sightings
    .filter((each) => each.isFinal)
    .toSorted((a, b) => a.exchange.span.to - b.exchange.span.to)[0];
  if (!final) return [];
  return sightings
    .filter(
      (each) =>
        surelyBefore(final.exchange.span, each.exchange.span) ||
        (each.isFinal && each.status !== final.status),
    )
    .map(({ exchange, commandId, status, isFinal }) => {
      const expected = `command ${commandId} to stay ${final.status}`;
      const held = status === final.status;
      // A repeat that shows the command as it began does not return its outcome.
      const rule =
        !isFinal && exchange.request.operation ? sameCommandOn(exchange) : 'commands.terminal-stays';
      return judgement(rule, held, expected, status, final.exchange.id, exchange.id);
    });
}

function sameCommandOn({ request }: AnsweredCall): RuleId {
  return request.channel === 'rest' ? 'idempotency.same-command-rest' : 'idempotency.same-command-websocket';
}

// One command, one outcome: whoever looks at a command sees the same operation, parameters and result.

/**
 * Compared are canonical values only: where a reply did not fit the dialect, a difference may be one of form.
 * A field that one of the two leaves out is no difference either: what is optional stays optional.
 */
export const commandOutcome: Invariant = {
  name: 'command-outcome',
  rules: [
    'commands.readable',
    'commands.same-object-both-channels',
    'idempotency.same-command-rest',
    'idempotency.same-command-websocket',
  ],
  judge: (view) =>
    sightingsIn(view).flatMap((sightings) =>
      sightings.slice(1).flatMap((second) => {
        const [first] = sightings;
        const rule = first && ruleOfSightings(first, second);
        return rule ? judgePair(rule, first, second) : [];
      }),
    ),
};

function judgePair(rule: RuleId, first: CommandSighting, second: CommandSighting): InvariantJudgement {
  const differs = ['operation', 'params', 'result'].find((field) => !agree(first, second, field));
  const shown = ({ command }: CommandSighting, field: string): string => `${field}: ${words(command[field])}`;
  const expected = `command ${first.commandId} as it was seen before`;
  const held = differs === undefined;
  const actual = held
    ? `the same command ${first.commandId}`
    : `${shown(first, differs)} in one reply, ${shown(second, differs)} in another`;
  return judgement(rule, held, expected, actual, first.exchange.id, second.exchange.id);
}

/** None for two keys that got one command: that is wrong already, and not because of what it shows. */
function ruleOfSightings(
  { exchange: first }: CommandSighting,
  { exchange: second }: CommandSighting,
): RuleId | undefined {
  if ([first, second].some(({ request }) => request.what === 'commands.read')) return 'commands.readable';
  if (first.request.idempotencyKey !== second.request.idempotencyKey) return undefined;
  if (first.reply.channel !== second.reply.channel) return 'commands.same-object-both-channels';
  return sameCommandOn(first);
}

function agree(first: CommandSighting, second: CommandSighting, field: string): boolean {
  // Before the end there may be a part of a result, or none.
  if (field === 'result' && !(first.isFinal && second.isFinal)) return true;
  return compatible(first.command[field], second.command[field]);
}

/** Equal wherever both say something. Lists are compared as sets: their order says nothing. */
function compatible(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined || a === null || b === null) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return canonical(a.map(canonical).toSorted()) === canonical(b.map(canonical).toSorted());
  if (isObject(a) && isObject(b)) return Object.keys(a).every((key) => compatible(a[key], b[key]));
  return a === b;
}

// A command that a client has just been given can be read by that client (commands.readable).

/** How long commands are kept is not stated: this long, in ms, they must be. */
const SURELY_READABLE = 60_000;

export const readable: Invariant = {
  name: 'readable',
  rules: ['commands.readable'],
  judge: ({ answered }) => {
    const given = successesWithCommand(answered).flatMap(sightingOf);
    return answered.flatMap((read): InvariantJudgement[] => {
      const { what, commandId, client } = read.request;
      if (what !== 'commands.read' || commandId === undefined) return [];
      const origin = given.find(
        ({ exchange, commandId: id }) =>
          id === commandId &&
          exchange.request.client === client &&
          exchange.span.to < read.span.from &&
          read.span.to - exchange.span.to < SURELY_READABLE,
      );
      const gone = read.reply.status === 404 || read.reply.status === 410;
      if (!origin || (!gone && read.reply.code !== SUCCESS)) return [];
      const expected = `the command ${commandId}, which was given a moment ago`;
      return [
        judgement('commands.readable', !gone, expected, answerWords(read), read.id, origin.exchange.id),
      ];
    });
  },
};

// One key, one command: the same request under the same key is the same command, and a new key a new one.

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
  judge: (view) => {
    const keyed = view.answered.flatMap((exchange) => keyedOf(exchange, view));
    const byKey = [...groupBy(keyed, ({ client, key }) => JSON.stringify([client, key])).values()];
    const same = byKey.flatMap((uses) =>
      uses.slice(1).flatMap((use, at) => {
        const before = uses.slice(0, at + 1).filter((each) => isKept(each, uses, use));
        const first = before.find(({ asked }) => asked === use.asked);
        if (first) return judgeRepeat(first, use);
        return before[0] ? judgeReuse(before[0], use) : [];
      }),
    );
    return [...same, ...judgeDistinct(keyed)];
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
  return sameCommandOn(first);
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

function judgeDistinct(keyed: readonly Keyed[]): readonly InvariantJudgement[] {
  const byCommand = groupBy(keyed, ({ client, commandId }) => JSON.stringify([client, commandId]));
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

function keyedOf(exchange: AnsweredCall, view: TraceView): readonly Keyed[] {
  const { request, reply } = exchange;
  const { idempotencyKey: key, operation, client = '' } = request;
  const { commandId } = commandIn(reply.data) ?? {};
  if (key === undefined || !operation || reply.code !== SUCCESS || typeof commandId !== 'string') return [];
  // Without a token it is nobody's request: whose key it would be is open.
  if (request.headers && !Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization'))
    return [];
  const asked = askedIn(request);
  const { status } = endsIn(view).get(commandId) ?? {};
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

// What a transceive returns, at once or where its command is read later, where it is known what the peripheral answers.

export const transceived: Invariant = {
  name: 'transceived',
  rules: ['rs485.transceive'],
  judge: (view, { answerTo = () => undefined }) => {
    const { exchanges, answered } = view;
    const ends = endsIn(view);
    // Whoever speaks on the line keeps its own speed: at another one nobody understands it.
    const spedUp = exchanges.filter(({ request }) => request.operation?.name === 'device.rs485.baudRate.set');
    return answered.flatMap(({ id, request: { operation, deviceId = '' }, reply }) => {
      const other = spedUp.some(
        ({ request, span }) => request.deviceId === deviceId && span.from <= reply.at,
      );
      if (operation?.name !== 'device.rs485.transceive' || other) return [];
      const expected = answerTo(deviceId, operation.params.data);
      const { commandId } = grantedCommand(reply);
      const end = ends.get(String(commandId));
      if (expected === undefined || end?.status !== 'succeeded') return [];
      const data = isObject(end.result) ? end.result['data'] : undefined;
      const shown = typeof data === 'string' ? data : '';
      const seen = [...new Set([id, end.exchange])];
      const [right, came] = contrastOf(expected, shown, 'bytes', 2) ?? [expected, shown || 'no bytes'];
      return [judgement('rs485.transceive', data === expected, right, came, ...seen)];
    });
  },
};
