// Fragments that scenarios include: each is read once for all cases of a file.
import type { Problem } from '../../../document/problem.js';
import { validate } from '../../../document/validate.js';
import { type ReadResult, readYaml, type YamlDocument } from '../../../document/yaml-document.js';
import { fragmentSchema } from './file-schema.js';
import { type Budget, SCENARIO_LIMITS } from './limits.js';
import type { Checker } from './names.js';
import type { StepsSource } from './parse-steps.js';

type Fragment = ReadResult<{ readonly document: YamlDocument; readonly steps: readonly unknown[] }>;

/** @param read the text of a fragment by its path; undefined when there is none. */
export function createIncludes(
  read: ((path: string) => string | undefined) | undefined,
  budget: Budget,
): StepsSource['include'] {
  const known = new Map<string, Fragment | undefined>();
  const fragmentAt = (path: string): Fragment | undefined => {
    if (!known.has(path)) known.set(path, readFragment(path, read?.(path)));
    return known.get(path);
  };
  return (path: string, check: Checker) => {
    const fragment = fragmentAt(path);
    if (!fragment) {
      check.problem(
        ['include'],
        `there is no fragment ${path}`,
        'Write the path from the place of this file.',
      );
      return undefined;
    }
    if (!fragment.ok) {
      check.names.problems.push(...fragment.problems);
      return undefined;
    }
    const { document, steps } = fragment.value;
    if (budget.spend(steps)) return { document, path: ['steps'], steps };
    check.problem(['include'], tooLarge);
    return undefined;
  };
}

export const tooLarge = `the cases of this file have more than ${SCENARIO_LIMITS.values} values in all`;

function readFragment(path: string, text: string | undefined): Fragment | undefined {
  if (text === undefined) return undefined;
  const read = readYaml(text, path);
  const valid = read.ok ? validate(read.value, fragmentSchema) : read;
  if (valid.ok && read.ok) return { ok: true, value: { document: read.value, steps: valid.value.steps } };
  const problems: readonly Problem[] = valid.ok ? [] : valid.problems;
  return { ok: false, problems };
}
