// One command, one outcome: whoever looks at a command sees the same operation, parameters and result.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { isObject } from '../../kernel/json.js';
import { canonical } from './canonical.js';
import { words } from './envelope.js';
import { groupBy } from '../../kernel/group-by.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { type CommandSighting, sightingOf, successesWithCommand } from './sightings.js';

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
  judge: ({ answered }) => {
    const clean = successesWithCommand(answered).filter(({ reply }) => !reply.mismatches?.length);
    const byCommand = groupBy(clean.flatMap(sightingOf), ({ commandId }) => commandId);
    return [...byCommand.values()].flatMap((sightings) =>
      sightings.slice(1).flatMap((second) => {
        const [first] = sightings;
        const rule = first && ruleOf(first, second);
        return rule ? judgePair(rule, first, second) : [];
      }),
    );
  },
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
function ruleOf(
  { exchange: first }: CommandSighting,
  { exchange: second }: CommandSighting,
): RuleId | undefined {
  if ([first, second].some(({ request }) => request.what === 'commands.read')) return 'commands.readable';
  if (first.request.idempotencyKey !== second.request.idempotencyKey) return undefined;
  if (first.reply.channel !== second.reply.channel) return 'commands.same-object-both-channels';
  return first.reply.channel === 'rest'
    ? 'idempotency.same-command-rest'
    : 'idempotency.same-command-websocket';
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
