// A run while it goes on: how far it is, what each check does now, and the report as it grows.
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { BrowserClock } from '../shared/machine.js';
import type { LinkState } from '../shared/stream.js';
import { ReportView } from './report.js';
import type { RunState } from './run-state.js';

export function WatchedView(props: {
  readonly state: ReadonlySignal<RunState | undefined>;
  readonly link: ReadonlySignal<LinkState>;
  readonly machine: BrowserClock;
}): JSX.Element {
  const state = props.state.value;
  const link = props.link.value;
  if (link === 'denied')
    return (
      <main class="alone">
        <h1>This page needs its link</h1>
        <p>Open the address that the run prints in its terminal: it carries a token.</p>
      </main>
    );
  if (!state)
    return (
      <main class="alone">
        <h1>The run begins</h1>
        <p class="quiet">Nothing has been checked yet.</p>
      </main>
    );
  document.title = state.ended ? state.model.title : `${state.done} of ${state.total} · ${state.model.title}`;
  return (
    <ReportView model={state.model} machine={props.machine}>
      {!state.ended && <Progress state={state} isLost={link === 'lost'} />}
    </ReportView>
  );
}

function Progress({ state, isLost }: { readonly state: RunState; readonly isLost: boolean }): JSX.Element {
  const { total, done, running } = state;
  return (
    <section class="panel progress" aria-label="Progress">
      {isLost && <p class="band bad">The connection to the run is lost: it has ended, or was stopped.</p>}
      <div class="row">
        <h2>
          {done} of {total} checks
        </h2>
        <progress value={done} max={Math.max(1, total)} aria-label="Checks that are done" />
      </div>
      <ul class="running">
        {running.map(({ id, title, step }) => (
          <li key={id}>
            <code>{id}</code>
            <span>{title}</span>
            <span class="quiet">{step}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
