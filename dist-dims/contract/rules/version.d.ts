import type { Rule } from './rule.js';
export declare const VERSION_RULES: readonly [Rule & {
    readonly id: "version.in-path";
}];
