import type { RuleId } from '../../contract/rules/catalogue.js';
export interface Property {
    readonly id: string;
    readonly title: string;
    readonly rules: readonly RuleId[];
}
export declare const PROPERTIES: readonly Property[];
export declare function propertyOf(rule: RuleId): Property | undefined;
