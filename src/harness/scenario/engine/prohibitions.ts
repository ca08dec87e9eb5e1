// Rules that only say what a server must not grant. Whatever refuses it, a server error too, keeps them: that the refusal is
// the wrong one breaks the rule that promises the right one.
import type { RuleId } from '../../../contract/rules/catalogue.js';

const PROHIBITIONS: ReadonlySet<RuleId> = new Set<RuleId>([
  'auth.key-is-no-credential',
  'scope.independent',
  'busy.one-at-a-time',
]);

export function isProhibition(rule: RuleId): boolean {
  return PROHIBITIONS.has(rule);
}
