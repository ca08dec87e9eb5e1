import type { Rule } from './rule.js';
export declare const DEVICE_RULES: readonly [Rule & {
    readonly id: "devices.list";
}, Rule & {
    readonly id: "devices.detail-is-live";
}, Rule & {
    readonly id: "devices.refresh-covers-all";
}, Rule & {
    readonly id: "devices.config-read";
}, Rule & {
    readonly id: "devices.profiles";
}, Rule & {
    readonly id: "devices.add";
}, Rule & {
    readonly id: "devices.remove";
}, Rule & {
    readonly id: "devices.password";
}, Rule & {
    readonly id: "devices.unknown";
}];
