import type { Rule } from './rule.js';
export declare const REFRESH_RULES: readonly [Rule & {
    readonly id: "refresh.min-interval";
}, Rule & {
    readonly id: "refresh.shared-budget";
}, Rule & {
    readonly id: "refresh.per-device";
}, Rule & {
    readonly id: "refresh.across-clients";
}, Rule & {
    readonly id: "refresh.rate-limited-rest";
}, Rule & {
    readonly id: "refresh.rate-limited-websocket";
}, Rule & {
    readonly id: "refresh.retry-after-truthful";
}, Rule & {
    readonly id: "refresh.rejection-is-free";
}, Rule & {
    readonly id: "refresh.busy-is-free";
}];
