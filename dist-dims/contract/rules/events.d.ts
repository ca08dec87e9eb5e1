import type { Rule } from './rule.js';
export declare const EVENT_RULES: readonly [Rule & {
    readonly id: "events.relay-changed";
}, Rule & {
    readonly id: "events.input-changed";
}, Rule & {
    readonly id: "events.changes";
}, Rule & {
    readonly id: "events.peripherals";
}, Rule & {
    readonly id: "events.not-for-analog";
}, Rule & {
    readonly id: "events.not-for-config";
}, Rule & {
    readonly id: "events.online";
}, Rule & {
    readonly id: "events.offline";
}, Rule & {
    readonly id: "events.power-lost";
}, Rule & {
    readonly id: "events.power-restored";
}, Rule & {
    readonly id: "events.rs485-received";
}, Rule & {
    readonly id: "events.not-for-solicited";
}, Rule & {
    readonly id: "events.every-connection";
}, Rule & {
    readonly id: "events.not-replayed";
}, Rule & {
    readonly id: "events.no-change-no-event";
}];
