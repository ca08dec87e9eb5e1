// What `stimulate` and `witness` do: the act, its moment under a name, and what to make of a failure.
import type { Act } from '../../profile/stimuli/act.js';
import { blocked, type Halt, type ExecutionContext } from './execution-context.js';

/** @param since an earlier look at the same witness. */
export async function performAct(
  context: ExecutionContext,
  act: Act,
  as: string | undefined,
  since?: string,
): Promise<Halt | undefined> {
  const sentAt = context.clock.now();
  context.notes.sent(sentAt);
  const acted = await context.stimuli?.act(act, context.signal);
  if (context.signal.aborted) return { kind: 'interrupted' };
  if (acted === undefined) return blocked(`no stimulus ${act.name}`, true);
  // A stimulus that fails is the bench's fault, never the target's.
  if (acted.kind === 'failed') return blocked(`${act.name}: ${acted.detail}`);
  if (as === undefined) return undefined;
  const answeredAt = context.clock.now();
  const { value } = acted;
  const earlier = context.captures.get(since ?? '')?.views[0]?.['value'];
  const view = {
    sentAt,
    answeredAt,
    took: answeredAt - sentAt,
    ...(value === undefined ? {} : { value }),
    ...(value !== undefined && typeof earlier === 'number' ? { more: value - earlier } : {}),
  };
  context.captures.set(as, { kind: 'stimulus', views: [view], many: false, exchanges: [] });
  return undefined;
}
