// How commands end over a run: that none is ever seen to end, or that each of an operation ends in the same failure.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { type CommandStatus, commandStatus, isFinal } from '../../../contract/schemas/scalars.js';
import { isObject } from '../../../kernel/json.js';
import type { CheckResult } from '../../verdict/verdict.js';
import { type Answered, answeredInAll, restsOnOneOf } from './exchanges.js';
import { isBreach, LEAST_TIMES, type WideCause } from './wide-cause.js';

interface Shown {
  readonly commandId: string;
  readonly operation: string;
  readonly status: CommandStatus;
}

const PROMISES: Readonly<Record<string, RuleId>> = {
  'device.relay.set': 'relay.set-many',
  'device.rs485.transceive': 'rs485.transceive',
  'device.rs485.baudRate.set': 'rs485.baud-rate',
  'device.relay.jogConfig.set': 'relay.jog-config',
};

/** In ms: what is asked for later than this has had time to end, where the device has taken the next command. */
const LEAST_TIME = 2000;

export function commandEnds(results: readonly CheckResult[]): readonly WideCause[] {
  const all = answeredInAll(results);
  const shown = all.flatMap(({ reply }) => shownIn(reply) ?? []);
  const pending = neverEnding(all, shown);
  return pending ? [pending] : inOneFailure(results, shown);
}

/**
 * A device carries out one operation at a time, so the commands before the last one have ended; where none of them is
 * ever shown so, the outcome of none can be read.
 */
function neverEnding(all: readonly Answered[], shown: readonly Shown[]): WideCause | undefined {
  if (shown.length === 0 || shown.some(({ status }) => isFinal(status))) return undefined;
  const created = new Map<string, number>();
  const looks = new Set<string>();
  let longest = 0;
  for (const { request, reply, at } of all.toSorted((a, b) => a.at - b.at)) {
    const command = shownIn(reply);
    if (!command) continue;
    const since = created.get(command.commandId) ?? at;
    created.set(command.commandId, since);
    if (request.what !== 'commands.read' || at - since < LEAST_TIME) continue;
    looks.add(command.commandId);
    longest = Math.max(longest, at - since);
  }
  if (looks.size < LEAST_TIMES) return undefined;
  return {
    rule: 'commands.readable',
    where: 'all commands of the run',
    expected: 'a command that is read back with its outcome, once it has ended',
    actual:
      `no command was ever seen to end: ${created.size} were created, and ${looks.size} of them were read back ` +
      `up to ${Math.round(longest / 1000)} s later, each still pending, though devices took the next command meanwhile`,
    never: 'no command was ever seen to end',
    ...restsOnOneOf(({ reply }) => shownIn(reply) !== undefined),
  };
}

function inOneFailure(results: readonly CheckResult[], shown: readonly Shown[]): readonly WideCause[] {
  return Object.entries(PROMISES).flatMap(([operation, rule]) => {
    const ended = shown.filter((each) => each.operation === operation && isFinal(each.status));
    const [first] = ended;
    const commands = new Set(ended.map(({ commandId }) => commandId)).size;
    if (!first || first.status === 'succeeded' || commands < LEAST_TIMES) return [];
    if (ended.some(({ status }) => status !== first.status) || !isFound(results, rule)) return [];
    const { rests } = restsOnOneOf(({ reply }) => shownIn(reply)?.operation === operation);
    return [
      {
        rule,
        where: 'all commands of the run',
        expected: `a ${operation} that succeeds`,
        actual: `each of ${commands} commands ended in ${first.status}`,
        never: `each ${operation} ended in ${first.status}`,
        rests: (finding, result) => finding.rule !== rule && rests(finding, result),
      },
    ];
  });
}

function isFound(results: readonly CheckResult[], rule: RuleId): boolean {
  return results.some(({ findings }) =>
    findings.some((finding) => finding.rule === rule && isBreach(finding)),
  );
}

function shownIn({ code, data }: Answered['reply']): Shown | undefined {
  const command = code === SUCCESS && isObject(data) ? data['command'] : undefined;
  if (!isObject(command)) return undefined;
  const { commandId, operation, status } = command;
  const known = commandStatus.safeParse(status);
  if (typeof commandId !== 'string' || typeof operation !== 'string' || !known.success) return undefined;
  return { commandId, operation, status: known.data };
}
