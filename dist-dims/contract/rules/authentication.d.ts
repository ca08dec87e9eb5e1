import type { Rule } from './rule.js';
export declare const AUTHENTICATION_RULES: readonly [Rule & {
    readonly id: "auth.token-issued";
}, Rule & {
    readonly id: "auth.token-shape";
}, Rule & {
    readonly id: "auth.invalid-credentials";
}, Rule & {
    readonly id: "auth.disabled-client";
}, Rule & {
    readonly id: "auth.missing";
}, Rule & {
    readonly id: "auth.invalid";
}, Rule & {
    readonly id: "auth.expired";
}, Rule & {
    readonly id: "auth.key-is-no-credential";
}, Rule & {
    readonly id: "scope.read-included";
}, Rule & {
    readonly id: "scope.independent";
}, Rule & {
    readonly id: "scope.denied";
}, Rule & {
    readonly id: "scope.required-scope-named";
}, Rule & {
    readonly id: "scope.checked-on-websocket";
}, Rule & {
    readonly id: "scope.commands-within-devices";
}, Rule & {
    readonly id: "scope.devices-within-client";
}];
