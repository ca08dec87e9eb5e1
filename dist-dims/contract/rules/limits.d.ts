import type { Rule } from './rule.js';
export declare const LIMIT_RULES: readonly [Rule & {
    readonly id: "limits.shape";
}, Rule & {
    readonly id: "limits.rejection-is-free";
}, Rule & {
    readonly id: "limits.shared-per-client";
}, Rule & {
    readonly id: "limits.ticket-endpoint";
}, Rule & {
    readonly id: "limits.control-stricter";
}];
