import type { Rule } from './rule.js';
export declare const CLIENT_RULES: readonly [Rule & {
    readonly id: "client.token-reused";
}, Rule & {
    readonly id: "client.server-side-only";
}, Rule & {
    readonly id: "client.waits-after-429";
}, Rule & {
    readonly id: "client.backs-off-when-busy";
}, Rule & {
    readonly id: "client.backs-off-on-500";
}, Rule & {
    readonly id: "client.no-retry-unchanged";
}, Rule & {
    readonly id: "client.scope-denied-is-final";
}, Rule & {
    readonly id: "client.key-per-command";
}, Rule & {
    readonly id: "client.key-kept-on-retry";
}, Rule & {
    readonly id: "client.key-never-reused";
}, Rule & {
    readonly id: "client.timeout-needs-new-key";
}, Rule & {
    readonly id: "client.heartbeat";
}, Rule & {
    readonly id: "client.ticket-just-in-time";
}, Rule & {
    readonly id: "client.reconnect-backoff";
}, Rule & {
    readonly id: "client.rebuilds-baseline";
}, Rule & {
    readonly id: "client.ignores-unknown-fields";
}, Rule & {
    readonly id: "client.handles-events-idempotently";
}, Rule & {
    readonly id: "client.relays-in-one-request";
}, Rule & {
    readonly id: "client.no-compatibility-endpoint";
}, Rule & {
    readonly id: "client.refresh-spacing";
}, Rule & {
    readonly id: "client.unique-request-ids";
}, Rule & {
    readonly id: "client.coordinated-backoff";
}];
export type ClientRuleId = (typeof CLIENT_RULES)[number]['id'];
