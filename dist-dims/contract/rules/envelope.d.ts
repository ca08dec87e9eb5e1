import type { Rule } from './rule.js';
export declare const ENVELOPE_RULES: readonly [Rule & {
    readonly id: "envelope.json";
}, Rule & {
    readonly id: "envelope.code";
}, Rule & {
    readonly id: "envelope.message";
}, Rule & {
    readonly id: "envelope.data";
}, Rule & {
    readonly id: "envelope.error-request-id";
}, Rule & {
    readonly id: "envelope.status-code-pairs";
}, Rule & {
    readonly id: "envelope.bad-input-is-no-500";
}];
