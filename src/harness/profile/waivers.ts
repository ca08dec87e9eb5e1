// The waivers of a profile: each for a rule that there is, and no rule twice.
import { isRuleId, RULES } from '../../contract/rules/catalogue.js';
import type { Problem } from '../../document/problem.js';
import { unknownName } from '../../document/validate.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { Waiver } from './profile.js';
import type { TargetProfileFile } from './profile-schema.js';
import { reportRepeats } from './repeats.js';

export function readWaivers(
  document: YamlDocument,
  { waivers }: TargetProfileFile,
  problems: Problem[],
): readonly Waiver[] {
  const ids = RULES.map(({ id }) => id);
  reportRepeats(
    problems,
    document,
    waivers.map(({ rule }, at) => ({ path: ['waivers', at, 'rule'], what: 'rule of a waiver', value: rule })),
  );
  return waivers.flatMap(({ rule, ...waiver }, at): Waiver[] => {
    if (isRuleId(rule)) return [{ rule, ...waiver }];
    problems.push(unknownName(document, ['waivers', at, 'rule'], 'rule', rule, ids));
    return [];
  });
}
