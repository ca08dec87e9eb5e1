// Rules that nobody can check from outside of a server without knowing more than the interface tells, and why.
import type { RuleId } from './catalogue.js';

/** What is seen of them by the way is judged all the same. */
export const UNOBSERVABLE: Readonly<Partial<Record<RuleId, string>>> = {
  'limits.control-stricter':
    'No quota is given in numbers: that of controls can be compared with that of queries only where the ' +
    'latter is small.',
};
