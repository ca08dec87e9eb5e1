// From the text of a fault plan to its orders, or to all that is wrong with it.
import * as z from 'zod';
import type { Problem } from '../../../document/problem.js';
import { problemAt, unknownName, validate } from '../../../document/validate.js';
import { partOf, type ReadResult, readYaml, type YamlDocument } from '../../../document/yaml-document.js';
import { type FaultEntry, type FaultOrder, orderOf, orderSchema } from '../order.js';
import { FAULT_TYPES, faultType } from '../registry.js';
import { isGlob } from '../../../pattern/glob.js';
import type { Fleet } from '../../fleet/fleet.js';
import type { Selector } from '../selector.js';

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

// A fault plan: a list of orders for faults, as its file gives them.

export interface FaultPlan {
  /** What the plan shows, in one sentence. */
  readonly about: string | undefined;
  readonly faults: readonly FaultOrder[];
}

// Reads one order for a fault, from a plan or from plain data.

/** @param document holds one order. @param known names of the fleet; unknown ones are problems then. */
function readOrder(document: YamlDocument, known?: KnownNames): ReadResult<FaultOrder> {
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

// Checks that the names in a selector exist in the fleet: a fault that can select nothing is a mistake.

export type KnownNames = Pick<Fleet, 'has' | 'count' | 'list' | 'profiles' | 'clients'>;

/** Among more devices than this, a suggestion for a mistyped one is not looked for. */
const MOST_SUGGESTIONS = 10_000;

/** Patterns are not checked, as they may be meant for devices that are added later. */
function namesProblems(document: YamlDocument, selector: Selector, known: KnownNames): Problem[] {
  const check = (
    key: 'device' | 'profile' | 'client',
    names: () => Iterable<string>,
    isKnown = (name: string): boolean => [...names()].includes(name),
  ): Problem[] =>
    (selector[key] ?? []).flatMap((name, at) =>
      isGlob(name) || isKnown(name) ? [] : [unknownName(document, ['on', key, at], key, name, names())],
    );
  return [
    ...check('device', () => (known.count > MOST_SUGGESTIONS ? [] : deviceIds(known)), known.has),
    ...check('profile', () => known.profiles.map(({ profileId }) => profileId)),
    ...check('client', () => known.clients.map(({ clientId }) => clientId)),
  ];
}

function* deviceIds(known: KnownNames): Generator<string> {
  for (const { deviceId } of known.list()) yield deviceId;
}
