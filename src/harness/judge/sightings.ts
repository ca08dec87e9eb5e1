// What replies say about commands: each reply that shows a command is one sighting of it.
import { type EndpointName, OPERATING_ENDPOINTS } from '../../contract/endpoints.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { commandStatus, isFinal } from '../../contract/schemas/scalars.js';
import type { RequestTopic } from '../../contract/topics.js';
import { isObject } from '../../kernel/json.js';
import { type AnsweredCall, isRaw } from './trace-view.js';

export interface CommandSighting {
  readonly exchange: AnsweredCall;
  readonly commandId: string;
  readonly status: string;
  readonly isFinal: boolean;
  /** All of the command that the reply shows. */
  readonly command: Readonly<Record<string, unknown>>;
}

/** Requests whose success shows a command. */
const WITH_COMMAND: ReadonlySet<string> = new Set<EndpointName | RequestTopic>([
  ...OPERATING_ENDPOINTS,
  'commands.read',
  'device.operation.execute',
]);

export function successesWithCommand(answered: readonly AnsweredCall[]): readonly AnsweredCall[] {
  return answered.filter(
    (each) => !isRaw(each) && WITH_COMMAND.has(each.request.what) && each.reply.code === SUCCESS,
  );
}

/** None where the reply shows no command that could be recognised again. */
export function sightingOf(exchange: AnsweredCall): readonly CommandSighting[] {
  const command = commandIn(exchange.reply.data);
  const { commandId, status } = command ?? {};
  if (!command || typeof commandId !== 'string' || typeof status !== 'string') return [];
  return [{ exchange, commandId, status, isFinal: isFinalWord(status), command }];
}

export function commandIn(data: unknown): Readonly<Record<string, unknown>> | undefined {
  const command = isObject(data) ? data['command'] : undefined;
  return isObject(command) ? command : undefined;
}

function isFinalWord(status: string): boolean {
  const known = commandStatus.safeParse(status);
  return known.success && isFinal(known.data);
}
