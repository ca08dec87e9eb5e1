import type { Rule } from './rule.js';
export declare const BUSY_RULES: readonly [Rule & {
    readonly id: "busy.control-control";
}, Rule & {
    readonly id: "busy.refresh-control";
}, Rule & {
    readonly id: "busy.across-channels";
}, Rule & {
    readonly id: "busy.one-at-a-time";
}, Rule & {
    readonly id: "busy.released";
}, Rule & {
    readonly id: "busy.refused-has-no-effect";
}, Rule & {
    readonly id: "busy.per-device";
}];
