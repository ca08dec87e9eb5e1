// Reads one order for a fault, from a plan or from plain data.
import { problemAt, unknownName, validate } from '../../../document/validate.js';
import { type ReadResult, readYaml, type YamlDocument } from '../../../document/yaml-document.js';
import { FAULT_TYPES, faultType } from '../registry.js';
import { type FaultEntry, type FaultOrder, orderOf, orderSchema } from '../order.js';
import { type KnownNames, namesProblems } from './known-names.js';

/** @param document holds one order. @param known names of the fleet; unknown ones are problems then. */
export function readOrder(document: YamlDocument, known?: KnownNames): ReadResult<FaultOrder> {
  const { value } = document;
  if (!isEntry(value)) {
    const message = 'expected a fault, such as { fault: offline, on: { device: bench-01 }, for: 10s }';
    return { ok: false, problems: [problemAt(document, [], message)] };
  }
  const kind = faultType(value.fault);
  if (!kind) {
    const types = FAULT_TYPES.map(({ type }) => type);
    return { ok: false, problems: [unknownName(document, ['fault'], 'fault', value.fault, types)] };
  }
  const parsed = validate(document, orderSchema(kind));
  if (!parsed.ok) return parsed;
  const order = orderOf(parsed.value, value);
  const problems = known ? namesProblems(document, order.selector, known) : [];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: order };
}

/** The same for plain data. It has no lines and columns, so only the messages of the problems are useful. */
export function readFaultOrder(written: unknown, known?: KnownNames): ReadResult<FaultOrder> {
  const document = readYaml(JSON.stringify(written ?? null), 'fault');
  return document.ok ? readOrder(document.value, known) : document;
}

function isEntry(value: unknown): value is FaultEntry {
  return typeof value === 'object' && value !== null && 'fault' in value && typeof value.fault === 'string';
}
