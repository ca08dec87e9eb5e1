import type { Rule } from './rule.js';
export declare const IDEMPOTENCY_RULES: readonly [Rule & {
    readonly id: "idempotency.same-command-rest";
}, Rule & {
    readonly id: "idempotency.same-command-websocket";
}, Rule & {
    readonly id: "idempotency.across-channels";
}, Rule & {
    readonly id: "idempotency.no-second-execution";
}, Rule & {
    readonly id: "idempotency.after-lost-response";
}, Rule & {
    readonly id: "idempotency.in-flight";
}, Rule & {
    readonly id: "idempotency.timeout-is-final";
}, Rule & {
    readonly id: "idempotency.new-key-new-command";
}, Rule & {
    readonly id: "idempotency.refused-is-not-remembered";
}, Rule & {
    readonly id: "idempotency.reused-for-another-request";
}, Rule & {
    readonly id: "idempotency.per-client";
}];
