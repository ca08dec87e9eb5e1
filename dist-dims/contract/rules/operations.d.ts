import type { Rule } from './rule.js';
export declare const OPERATION_RULES: readonly [Rule & {
    readonly id: "relay.set-many";
}, Rule & {
    readonly id: "relay.effect";
}, Rule & {
    readonly id: "relay.compatibility";
}, Rule & {
    readonly id: "rs485.transceive";
}, Rule & {
    readonly id: "rs485.timeout";
}, Rule & {
    readonly id: "rs485.baud-rate";
}, Rule & {
    readonly id: "relay.jog-config";
}];
