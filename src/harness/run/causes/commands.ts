// How commands end over a run: that none is ever seen to end, or that each of an operation ends in the same failure.
import { endpointOf } from '../../../contract/endpoints.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import { OPERATION_NAMES } from '../../../contract/operations.js';
import { commandStatus } from '../../../contract/schemas/scalars.js';
import { type CommandSighting, sightingOf } from '../../judge/sightings.js';
import type { AnsweredCall } from '../../judge/trace-view.js';
import { promiseOf, REFRESHES } from '../../target/promises.js';
import type { CheckResult } from '../../verdict/verdict.js';
import { answeredInAll, type Cause, LEAST_TIMES, restsOnOneOf } from './cause.js';

/** Commands that were looked at when their device had taken something else. */
const LEAST_LOOKS = 3;

export function commandEnds(results: readonly CheckResult[]): readonly Cause[] {
  const all = answeredInAll(results);
  const shown = all.flatMap(shownIn);
  const pending = neverEnding(all, shown);
  return pending ? [pending] : inOneFailure(shown);
}

/**
 * A device carries out one operation at a time, so the commands before the last one have ended; where none of them is
 * ever shown so, the outcome of none can be read.
 */
function neverEnding(all: readonly AnsweredCall[], shown: readonly CommandSighting[]): Cause | undefined {
  if (shown.length === 0 || shown.some(({ isFinal }) => isFinal)) return undefined;
  const created = new Map<string, string | undefined>();
  /** Commands whose device has taken something else since: they have ended. */
  const over = new Set<string>();
  const looks = new Set<string>();
  for (const answered of all.toSorted((a, b) => a.reply.at - b.reply.at)) {
    const { request, reply } = answered;
    if (reply.code !== SUCCESS) continue;
    const commandId = shownIn(answered)[0]?.commandId;
    if (commandId !== undefined && over.has(commandId)) looks.add(commandId);
    else if (takesTheDevice(request) && (commandId === undefined || !created.has(commandId)))
      for (const [each, deviceId] of created) if (deviceId === request.deviceId) over.add(each);
    if (commandId !== undefined && request.operation && !created.has(commandId))
      created.set(commandId, request.deviceId);
  }
  if (looks.size < LEAST_LOOKS) return undefined;
  return {
    rule: 'commands.readable',
    where: 'all commands of the run',
    expected: 'a command that is read back with its outcome, once it has ended',
    actual:
      `no command was ever seen to end: ${created.size} were created, and ${looks.size} of them were still shown as ` +
      'pending when their device had taken the next operation or refresh',
    never: 'no command was ever seen to end',
    rests: restsOnOneOf((answered) => shownIn(answered).length > 0),
  };
}

/** Refreshes and operations of one device are carried out one at a time. */
function takesTheDevice({ what, deviceId, operation }: AnsweredCall['request']): boolean {
  return deviceId !== undefined && (operation !== undefined || REFRESHES.has(what));
}

function inOneFailure(shown: readonly CommandSighting[]): readonly Cause[] {
  return OPERATION_NAMES.flatMap((operation): Cause[] => {
    const ended = shown.filter((each) => each.isFinal && each.command['operation'] === operation);
    const [first] = ended;
    const commands = new Set(ended.map(({ commandId }) => commandId)).size;
    if (!first || first.status === 'succeeded' || commands < LEAST_TIMES) return [];
    if (ended.some(({ status }) => status !== first.status)) return [];
    const rule = promiseOf(endpointOf(operation));
    const rests = restsOnOneOf((answered) => shownIn(answered)[0]?.command['operation'] === operation);
    return [
      {
        rule,
        where: 'all commands of the run',
        expected: `a ${operation} that succeeds`,
        actual: `each of ${commands} commands ended in ${first.status}`,
        ifFound: true,
        never: `each ${operation} ended in ${first.status}`,
        rests: (finding, result) => finding.rule !== rule && rests(finding, result),
      },
    ];
  });
}

/** What is shown as it is meant: with words for its operation and its status that the interface has. */
function shownIn(answered: AnsweredCall): readonly CommandSighting[] {
  if (answered.reply.code !== SUCCESS) return [];
  return sightingOf(answered).filter(
    ({ command, status }) =>
      typeof command['operation'] === 'string' && commandStatus.safeParse(status).success,
  );
}
