// A question to the control plane of a running simulator, and its answer for people or for programs.
import { complain } from '../complaints.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { type ControlAnswer, type ControlClient, controlClient } from './control-client.js';
import type { ShownOptions } from './control-options.js';

/** Asks, and prints the answer: as JSON when that is wanted, else as `show` words it. */
export async function ask<T>(
  io: Io,
  options: ShownOptions,
  question: (client: ControlClient) => Promise<ControlAnswer<T>>,
  show: (value: T) => string,
): Promise<ExitCode> {
  const client = controlClient(options, io);
  const answer = client.ok ? await question(client.value) : client;
  if (!answer.ok) return refusedWith(io, answer);
  const value = io.secrets.redact(answer.value);
  if (options.json) io.out.document(`${JSON.stringify(value, null, 2)}\n`, 'json');
  else io.out.write(show(value));
  return EXIT.passed;
}

export function refusedWith(io: Io, answer: Extract<ControlAnswer<unknown>, { ok: false }>): ExitCode {
  complain(io, answer.complaints);
  return answer.code;
}
