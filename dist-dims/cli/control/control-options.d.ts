import type { Command } from 'commander';
export interface ControlOptions {
    readonly control?: string;
    readonly token?: string;
    readonly tokenFile?: string;
}
export interface ShownOptions extends ControlOptions {
    readonly json?: boolean;
}
export declare function withControlOptions(command: Command): Command;
