// What a caller of the client gets: the value, or why there is none. Nothing that can be foreseen throws.
import { type Answer, asFields, type Fields, verdictOn } from './answer.js';

export type Result<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure };

export interface Failure {
  /**
   * The service's code, or one of the client's own: NO_REPLY (nobody knows whether it was done), HELD_BACK,
   * QUEUE_FULL and CLOSED (not sent), UNREADABLE (the reply is not as expected).
   */
  readonly code: string;
  readonly message: string;
  readonly status?: number;
}

/** A device, its configuration, a profile: fields of the service, as they came. */
export type Device = Fields & { readonly deviceId: string };

/** TIMEOUT is a final status. Who wants the device to try again looks at its state, and then commands anew. */
export type Command = Fields & { readonly commandId: string; readonly status: string };

export function resultOf<Value>(answer: Answer, read: (data: Fields) => Value | undefined): Result<Value> {
  if (verdictOn(answer) === 'done' && answer.kind === 'reply') {
    const value = read(answer.data);
    if (value !== undefined) return { ok: true, value };
    return failed('UNREADABLE', 'the data of the reply are not as expected');
  }
  if (answer.kind === 'none') return failed('NO_REPLY', answer.message);
  const { code, message } = answer;
  const status = answer.kind === 'reply' ? answer.status : undefined;
  return { ok: false, failure: { code, message, ...(status !== undefined && { status }) } };
}

function failed(code: string, message: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { code, message } };
}

export function deviceOf(data: Fields): Device | undefined {
  return asFields(data['device']) as Device | undefined;
}

export function commandOf(data: Fields): Command | undefined {
  return asFields(data['command']) as Command | undefined;
}

export function listOf(name: string): (data: Fields) => readonly Device[] | undefined {
  return (data) => (Array.isArray(data[name]) ? (data[name] as Device[]) : undefined);
}
