// A question to the control plane of a running simulator, and its answer for people or for programs.
import { printDiagnostics } from '../print-diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { Diagnostic } from '../../document/diagnostic.js';
import { type ControlAnswer, type ControlClient, controlClient, type Terms } from './control-client.js';
import type { ShownOptions } from './control-options.js';

export interface Question<T> {
  readonly ask: (client: ControlClient) => Promise<ControlAnswer<T>>;
  readonly show: (value: T) => string;
  /** How the command names what is wrong with it. */
  readonly terms?: Terms;
  /** Why what was asked for has had no effect. */
  readonly lost?: (value: T) => Diagnostic | undefined;
}

/** Asks, and prints the answer: as JSON when that is wanted, else as `show` words it. */
export async function askAndPrint<T>(
  io: Io,
  options: ShownOptions,
  { ask: question, show, terms, lost }: Question<T>,
): Promise<ExitCode> {
  const client = await controlClient(options, io, terms);
  const answer = client.ok ? await question(client.value) : client;
  if (!answer.ok) return refusedWith(io, answer);
  const value = io.secrets.redact(answer.value);
  const diagnostic = lost?.(value);
  if (options.json) io.out.document(`${JSON.stringify(value, null, 2)}\n`, 'json');
  else if (!diagnostic) io.out.write(show(value));
  if (!diagnostic) return EXIT.passed;
  printDiagnostics(io, [diagnostic]);
  return EXIT.usage;
}

export function refusedWith(io: Io, answer: Extract<ControlAnswer<unknown>, { ok: false }>): ExitCode {
  printDiagnostics(io, answer.diagnostics);
  return answer.code;
}
