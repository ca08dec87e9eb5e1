import type { Rule } from './rule.js';
export declare const COMMAND_RULES: readonly [Rule & {
    readonly id: "commands.shape";
}, Rule & {
    readonly id: "commands.created-by-every-operation";
}, Rule & {
    readonly id: "commands.readable";
}, Rule & {
    readonly id: "commands.same-object-both-channels";
}, Rule & {
    readonly id: "commands.terminal-stays";
}];
