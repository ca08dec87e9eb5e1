// What the commands over the control plane have in common: where it is, and how its answers are shown.
import type { Command } from 'commander';

export interface ControlOptions {
  readonly control?: string;
  readonly token?: string;
  readonly tokenFile?: string;
}

export interface ShownOptions extends ControlOptions {
  readonly json?: boolean;
}

export function withControlOptions(command: Command): Command {
  return command
    .option('--control <url>', 'which simulator; needed when several of yours run (CONFORM_CONTROL)')
    .option('--token <token>', 'its token; everybody on this machine can see it (CONFORM_CONTROL_TOKEN)')
    .option('--token-file <file>', 'file with the token in it (CONFORM_CONTROL_TOKEN_FILE)')
    .option('--json', 'print JSON');
}
