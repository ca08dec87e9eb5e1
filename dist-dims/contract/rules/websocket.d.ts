import type { Rule } from './rule.js';
export declare const WEBSOCKET_RULES: readonly [Rule & {
    readonly id: "ws.ticket-issued";
}, Rule & {
    readonly id: "ws.ticket-needs-token";
}, Rule & {
    readonly id: "ws.ticket-required";
}, Rule & {
    readonly id: "ws.ticket-once";
}, Rule & {
    readonly id: "ws.reply-shape";
}, Rule & {
    readonly id: "ws.correlation";
}, Rule & {
    readonly id: "ws.ping";
}, Rule & {
    readonly id: "ws.state-get";
}, Rule & {
    readonly id: "ws.operation-execute";
}, Rule & {
    readonly id: "ws.errors-keep-connection";
}, Rule & {
    readonly id: "ws.bad-frame-survives";
}];
