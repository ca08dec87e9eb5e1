import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Decoration } from '../decoration.js';
export interface Defect {
    readonly id: string;
    /** The rule that it breaks, and that a check must cite when it is caught. */
    readonly rule: RuleId;
    /** What a service with this bug does, in one sentence. */
    readonly summary: string;
    /** What makes the service wrong. It may hold state, so each service gets one of its own. */
    decorate(): Decoration;
}
