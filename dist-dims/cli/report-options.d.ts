import type { Command } from 'commander';
/** @param formats that `--report` takes. @param short those of them that have an option of their own, too. */
export declare function withReportOptions(command: Command, formats: readonly string[], short?: readonly string[]): Command;
