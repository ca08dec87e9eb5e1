import type { RuleId } from './catalogue.js';
/** What is seen of them by the way is judged all the same. */
export declare const UNOBSERVABLE: Readonly<Partial<Record<RuleId, string>>>;
