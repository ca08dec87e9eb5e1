// Faults: what is staged, waiting and over; bad days to start with one click; and a form for each fault there is.
import { Panel, Button } from '../../shared/parts.js';
import type { JSX } from 'preact';
import type { FaultView, Forms, Plans, PlanView } from '../../../simulator/control/replies.js';
import { useRead, useStore, useTicks } from '../store/store.js';
import { FaultForm } from './fault-form.js';
import { durationWords, pluralWords } from '../../shared/words.js';

export function FaultsView(): JSX.Element {
  const { life } = useStore();
  const forms = useRead<Forms>('/forms', [life.value]);
  const plans = useRead<Plans>('/plans', [life.value]);
  return (
    <section class="faults" aria-labelledby="faults-title">
      <div class="toolbar">
        <h1 id="faults-title">Faults</h1>
        <p class="quiet">What goes wrong, on purpose. Everything on this page ends when you say so.</p>
      </div>
      <div class="faults-body">
        <div class="column">
          <StagedList />
          <FaultForm kinds={forms.value?.faults ?? []} />
        </div>
        <div class="column">
          <PlanCards plans={plans.value?.plans ?? []} />
        </div>
      </div>
    </section>
  );
}

// A bad day for each plan that comes with the program: what it will do is said before it is started.

function PlanCards({ plans }: { readonly plans: readonly PlanView[] }): JSX.Element {
  return (
    <Panel name="plans" title="Bad days">
      <p class="quiet small">
        Each is a plan of faults that comes with the program; its timeline begins when you start it.
      </p>
      <ul class="plans">
        {plans.map((plan) => (
          <Plan key={plan.name} plan={plan} />
        ))}
      </ul>
    </Panel>
  );
}

function Plan({ plan }: { readonly plan: PlanView }): JSX.Element {
  const { api, notices } = useStore();
  const { name, about, text, lines, problems } = plan;
  const title = name.replaceAll('-', ' ').replace('rs485', 'RS485');
  const start = (): void =>
    void notices.done(
      api.send<{ readonly ids: readonly string[] }>('POST', '/faults/plan', text),
      ({ ids }) => `${title} has begun: ${ids.join(', ')}.`,
    );
  return (
    <li class="plan">
      <div class="row">
        <h3>{title}</h3>
        <Button kind="small primary" disabled={problems.length > 0} onClick={start}>
          Start<span class="hidden"> {title}</span>
        </Button>
      </div>
      {about !== '' && <p>{about}</p>}
      {lines.length > 0 && (
        <details>
          <summary>
            What it will do<span class="hidden">: {title}</span>
          </summary>
          <ol class="timeline-lines mono">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </details>
      )}
      {problems.length > 0 && <p class="quiet small">Not for this fleet: {problems.join(' ')}</p>}
    </li>
  );
}

// The faults that have been ordered: those that act come first, then those that wait, then those that are over.

const ORDER: readonly FaultView['state'][] = ['active', 'waiting', 'ended'];

function StagedList(): JSX.Element {
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
          <Button kind="small" onClick={endAll}>
            End all
          </Button>
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
      <Button kind="small" onClick={end}>
        {state === 'ended' ? 'Forget' : 'End'}
        <span class="hidden"> {id}</span>
      </Button>
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
