// What `stimulate` and `witness` do: the act, its moment under a name, and what to make of a failure.
import type { Act } from '../../target/stimuli/act.js';
import { blocked, type Halt, type Stage } from './stage.js';

/** @param since an earlier look at the same witness. */
export async function perform(
  stage: Stage,
  act: Act,
  as: string | undefined,
  since?: string,
): Promise<Halt | undefined> {
  const sentAt = stage.clock.now();
  stage.notes.sent(sentAt);
  const acted = await stage.stimuli?.act(act, stage.signal);
  if (stage.signal.aborted) return { kind: 'interrupted' };
  if (acted === undefined) return blocked(`no stimulus ${act.name}`, true);
  // A stimulus that fails is the bench's fault, never the target's.
  if (acted.kind === 'failed') return blocked(`${act.name}: ${acted.detail}`);
  if (as === undefined) return undefined;
  const answeredAt = stage.clock.now();
  const { value } = acted;
  const earlier = stage.captures.get(since ?? '')?.views[0]?.['value'];
  const view = {
    sentAt,
    answeredAt,
    took: answeredAt - sentAt,
    ...(value === undefined ? {} : { value }),
    ...(value !== undefined && typeof earlier === 'number' ? { more: value - earlier } : {}),
  };
  stage.captures.set(as, { kind: 'stimulus', views: [view], many: false, exchanges: [] });
  return undefined;
}
