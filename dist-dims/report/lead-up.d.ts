import type { CheckResult, Finding } from '../harness/verdict/verdict.js';
import { type ShownExchange } from './exchanges.js';
/** In the order of sending; none for what an invariant found, which shows all that it speaks of. */
export declare function leadUp(check: CheckResult, { where, exchanges }: Finding): ShownExchange[];
