// From the text of a fault plan to its orders, or to all that is wrong with it.
import { z } from 'zod';
import type { Problem } from '../../../document/problem.js';
import { problemAt, validate } from '../../../document/validate.js';
import { partOf } from '../../../document/part-of.js';
import { type ReadResult, readYaml, type YamlDocument } from '../../../document/yaml-document.js';
import type { FaultOrder } from '../order.js';
import type { FaultPlan } from './fault-plan.js';
import type { KnownNames } from './known-names.js';
import { readOrder } from './read-order.js';

/** Each is looked at on the way of every request. */
const MOST_FAULTS = 1000;

const frame = z.strictObject({
  about: z.string().optional(),
  faults: z
    .array(z.unknown())
    .min(1, 'a plan has at least one fault')
    .max(MOST_FAULTS, `a plan has ${MOST_FAULTS} faults at most`),
});

/** @param file what problems call the file. @param known the fleet that the plan is for, when there is one. */
export function parseFaultPlan(text: string, file: string, known?: KnownNames): ReadResult<FaultPlan> {
  const read = readYaml(text, file);
  if (!read.ok) return read;
  const document = read.value;
  const plan = validate(document, frame);
  if (!plan.ok) return plan;
  const faults = readOrders(document, plan.value.faults.length, known);
  if (!faults.ok) return faults;
  return { ok: true, value: { about: plan.value.about, faults: faults.value } };
}

/** The orders that a document holds under `faults`. */
export function readOrders(
  document: YamlDocument,
  count: number,
  known?: KnownNames,
): ReadResult<FaultOrder[]> {
  const problems: Problem[] = [];
  const faults: FaultOrder[] = [];
  const ids = new Set<string>();
  for (let at = 0; at < count; at++) {
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
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: faults };
}
