// What the commands over the control plane have in common: where it is, and how its answers are shown.
import type { Command } from 'commander';
import { complain } from '../complaints.js';
import { EXIT, type ExitCode, type Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import {
  type ControlAnswer,
  type ControlClient,
  controlClient,
  type ControlOptions,
} from './control-client.js';

export interface ShownOptions extends ControlOptions {
  readonly json?: boolean;
}

export interface ControlSurroundings {
  readonly io: Io;
  readonly finish: Finish;
}

export function withControlOptions(command: Command): Command {
  return command
    .option('--control <url>', 'control plane, as conform serve prints it (CONFORM_CONTROL)')
    .option('--token <token>', 'its token (CONFORM_CONTROL_TOKEN)')
    .option('--json', 'print JSON');
}

/** Asks, and prints the answer: as JSON when that is wanted, else as `show` words it. */
export async function ask<T>(
  { io, finish }: ControlSurroundings,
  options: ShownOptions,
  question: (client: ControlClient) => Promise<ControlAnswer<T>>,
  show: (value: T) => string,
): Promise<void> {
  const client = controlClient(options, io);
  const answer = client.ok ? await question(client.value) : client;
  if (answer.ok) {
    io.out.write(options.json ? `${JSON.stringify(answer.value, null, 2)}\n` : show(answer.value));
    finish(EXIT.passed);
  } else finish(refusedWith(io, answer));
}

export function refusedWith(io: Io, answer: Extract<ControlAnswer<unknown>, { ok: false }>): ExitCode {
  complain(io, answer.complaints);
  return answer.code;
}

export const at = encodeURIComponent;
