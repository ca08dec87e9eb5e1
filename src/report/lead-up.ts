// What was sent in the attempt before the step that found something: without it, nobody sees why the answer to
// that step is wrong.
import type { CheckResult, Finding } from '../harness/verdict/verdict.js';
import { exchangesOf, type ShownExchange } from './exchanges.js';

/** They are the same in every check, and say nothing about what was found. */
export const PREPARATIONS: ReadonlySet<string> = new Set(['token.create', 'ticket.create']);

/** In the order of sending; none for what an invariant found, which shows all that it speaks of. */
export function leadUp(check: CheckResult, { where, exchanges }: Finding): ShownExchange[] {
  const steps = check.trace.flatMap((record) => (record.kind === 'step' ? [record] : []));
  const own = steps.findLast(({ step }) => step === where);
  const first = steps.find(({ attempt }) => attempt === own?.attempt);
  if (!own || !first) return [];
  return exchangesOf(check).filter(
    ({ id, request }) =>
      request.seq > first.seq &&
      request.seq < own.seq &&
      !PREPARATIONS.has(request.what) &&
      !exchanges.includes(id),
  );
}
