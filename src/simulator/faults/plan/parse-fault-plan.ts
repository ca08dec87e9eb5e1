// From the text of a fault plan to its orders, or to all that is wrong with it.
import { z } from 'zod';
import type { Problem } from '../../../document/problem.js';
import { problemAt, validate } from '../../../document/validate.js';
import { type Read, readYaml, type YamlDocument } from '../../../document/yaml-document.js';
import type { FaultOrder } from '../order.js';
import type { FaultPlan } from './fault-plan.js';
import type { KnownNames } from './known-names.js';
import { readOrder } from './read-order.js';

const frame = z.strictObject({
  about: z.string().optional(),
  faults: z.array(z.unknown()).min(1, 'a plan has at least one fault'),
});

/** @param file what problems call the file. @param known the fleet that the plan is for, when there is one. */
export function parseFaultPlan(text: string, file: string, known?: KnownNames): Read<FaultPlan> {
  const read = readYaml(text, file);
  if (!read.ok) return read;
  const document = read.value;
  const plan = validate(document, frame);
  if (!plan.ok) return plan;
  const problems: Problem[] = [];
  const faults: FaultOrder[] = [];
  const ids = new Set<string>();
  for (const at of plan.value.faults.keys()) {
    const order = readOrder(partOf(document, ['faults', at]), known);
    if (!order.ok) {
      problems.push(...order.problems);
      continue;
    }
    const { id } = order.value;
    if (id !== undefined && ids.has(id)) {
      problems.push(problemAt(document, ['faults', at, 'id'], `the id "${id}" is taken`));
    }
    if (id !== undefined) ids.add(id);
    faults.push(order.value);
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { about: plan.value.about, faults } };
}

/** The value at `path` as a document of its own, with the places of the whole. */
function partOf(document: YamlDocument, path: readonly [string, number]): YamlDocument {
  const [list, at] = path;
  const value = (document.value as Readonly<Record<string, readonly unknown[]>>)[list]?.[at];
  return {
    ...document,
    value,
    placeOf: (inner) => document.placeOf([...path, ...inner]),
    placeOfKey: (inner) => document.placeOfKey([...path, ...inner]),
  };
}
