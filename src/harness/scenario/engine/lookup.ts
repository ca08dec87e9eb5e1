// What the references of a scenario stand for in an attempt.
import { follow, type Reference, type ResolvedReference, resolveReferences } from '../language/reference.js';
import type { RUN_FIELDS } from '../view/views.js';
import type { Capture, ExecutionContext } from './execution-context.js';

export function lookUpReference(context: ExecutionContext, { root, path }: Reference): unknown {
  const capture = context.captures.get(root);
  if (capture) return ofCapture(capture, path);
  if (root === 'managed') return follow(context.managed, path);
  if (root === 'run') return follow(runFacts(context), path);
  return follow(context.devices.get(root) ?? context.clients.get(root), path);
}

/** The fields of `run`, as `RUN_FIELDS` explains them. */
function runFacts({
  roundTrip: first,
  target,
  patience,
  id,
}: ExecutionContext): Record<keyof typeof RUN_FIELDS, unknown> {
  const roundTrip = Math.max(first, target.roundTrips.latest());
  return { roundTrip, overlap: 2 * roundTrip, patience, id };
}

export function resolveStep(context: ExecutionContext, value: unknown): ResolvedReference {
  return resolveReferences(value, (reference) => lookUpReference(context, reference));
}

/** The text that a text with references stands for; undefined when it leads nowhere. */
export function resolveText(context: ExecutionContext, written: string): string | undefined {
  const { value, missing } = resolveStep(context, written);
  return missing.length === 0 && typeof value === 'string' ? value : undefined;
}

/** A step that ran several times at once is a list of views: each field of it, a list of values. */
function ofCapture(capture: Capture, path: readonly string[]): unknown {
  if (!capture.many) return follow(capture.views[0], path);
  // A missing value is null here: the list keeps its length, and no matcher takes it for an absent field.
  return capture.views.map((view) => follow(view, path) ?? null);
}
