// What the commands over the control plane have in common: where it is, and how its answers are shown.
import type { Command } from 'commander';

export interface ControlOptions {
  readonly control?: string;
  readonly token?: string;
}

export interface ShownOptions extends ControlOptions {
  readonly json?: boolean;
}

export function withControlOptions(command: Command): Command {
  return command
    .option('--control <url>', 'control plane, as conform serve prints it (CONFORM_CONTROL)')
    .option('--token <token>', 'its token (CONFORM_CONTROL_TOKEN)')
    .option('--json', 'print JSON');
}
