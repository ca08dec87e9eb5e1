// The faults that have been ordered: those that act come first, then those that wait, then those that are over.
import type { JSX } from 'preact';
import type { FaultView } from '../../../simulator/control/replies.js';
import { durationWords, pluralWords } from '../../shared/words.js';
import { useStore } from '../store/context.js';
import { useTicks } from '../use-ticks.js';

const ORDER: readonly FaultView['state'][] = ['active', 'waiting', 'ended'];

export function StagedList(): JSX.Element {
  const { faults, api, notices } = useStore();
  const all = faults.value.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const runs = all.some(
    ({ state, endsAt, startsAt }) => state !== 'ended' && (endsAt ?? startsAt) !== undefined,
  );
  useTicks(runs ? 500 : undefined);
  const endAll = (): void => void notices.done(api.send('DELETE', '/faults'), () => 'All faults have ended.');
  return (
    <section class="panel" aria-labelledby="staged-title">
      <div class="row">
        <h2 id="staged-title">Staged</h2>
        {all.length > 0 && (
          <button type="button" class="button small" onClick={endAll}>
            End all
          </button>
        )}
      </div>
      {all.length === 0 && <p class="quiet">Nothing is staged: the simulator behaves.</p>}
      <ul class="staged">
        {all.map((fault) => (
          <Staged key={fault.id} fault={fault} />
        ))}
      </ul>
    </section>
  );
}

function Staged({ fault }: { readonly fault: FaultView }): JSX.Element {
  const store = useStore();
  const { id, type, state, occasions, firings, order } = fault;
  const end = (): void =>
    void store.notices.done(
      store.api.send('DELETE', `/faults/${encodeURIComponent(id)}`),
      () => `${id} has ended.`,
    );
  return (
    <li class={state}>
      <div>
        <b>{id}</b>
        {type !== id && <span class="quiet"> {type}</span>}
        <span class={`mark ${state === 'active' ? 'fault' : ''}`}>{state}</span>
        <span class="quiet">{timeWords(fault, store.now())}</span>
      </div>
      <p class="small">
        {state === 'waiting'
          ? 'Not yet begun'
          : `${pluralWords(firings, 'firing')} at ${pluralWords(occasions, 'occasion')}`}
        <span class="quiet mono"> {orderWords(order)}</span>
      </p>
      <button type="button" class="button small" onClick={end}>
        {state === 'ended' ? 'Forget' : 'End'}
        <span class="hidden"> {id}</span>
      </button>
    </li>
  );
}

function timeWords({ state, startsAt, endsAt, begins }: FaultView, now: number): string {
  if (state === 'ended') return '';
  if (state === 'waiting')
    return startsAt === undefined ? begins : `begins in ${durationWords(Math.max(0, startsAt - now))}`;
  return endsAt === undefined ? 'until ended' : `ends in ${durationWords(Math.max(0, endsAt - now))}`;
}

/** The order without what stands elsewhere in the row: `on device bench-01 · with relays 1, 2`. */
function orderWords(order: FaultView['order']): string {
  return Object.entries(order)
    .filter(([name]) => name !== 'fault' && name !== 'id')
    .map(([name, value]) => `${name} ${plainWords(value)}`)
    .join(' · ');
}

function plainWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainWords).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${plainWords(inner)}`)
    .join(', ');
}
