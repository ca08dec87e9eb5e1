// The HTML report of a run, or the run itself while it is watched: one look for both.
import { type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { type JSX, render } from 'preact';
import type { LiveRun, ReportModel, RunningCheck } from '../../report/html/html.js';
import { type BrowserClock, browserMachine } from '../shared/machine.js';
import { showPlainText } from '../shared/plain-text.js';
import { ReportView } from './report.js';
import { followStream, type LinkState, takeToken } from '../shared/stream.js';

import '../style/base.css';
import '../style/report.css';

showPlainText();

// Follows a run that is watched, with the token of its link.

function followRun(machine: BrowserClock, state: Signal<RunState | undefined>): ReadonlySignal<LinkState> {
  const link = signal<LinkState>('connecting');
  const token = takeToken();
  if (token === undefined) {
    link.value = 'denied';
    return link;
  }
  followStream({
    machine,
    open: (signalOfEnd) =>
      fetch('/run/v1/live', { headers: { authorization: `Bearer ${token}` }, signal: signalOfEnd }),
    onEvent: (_, message) => (state.value = advance(state.value, message as LiveRun)),
    onState: (next) => (link.value = next),
    isOver: () => state.value?.ended === true,
  });
  return link;
}

// A run while it goes on: how far it is, what each check does now, and the report as it grows.

function WatchedView(props: {
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

// A run that is watched, as far as it has come.

interface RunState {
  readonly model: ReportModel;
  readonly total: number;
  readonly done: number;
  readonly running: readonly RunningCheck[];
  readonly ended: boolean;
}

/** @param state undefined before the first message. */
function advance(state: RunState | undefined, message: LiveRun): RunState | undefined {
  if (message.kind === 'began') return { model: message.model, total: 0, done: 0, running: [], ended: false };
  if (message.kind === 'ended') {
    const count = message.model.checks.length;
    return { model: message.model, total: count, done: count, running: [], ended: true };
  }
  if (!state) return undefined;
  if (message.kind === 'doing') {
    const { total, done, running } = message;
    return { ...state, total, done, running };
  }
  const { check } = message;
  const others = state.model.checks.filter(({ id }) => id !== check.id);
  return { ...state, model: { ...state.model, checks: [...others, check] } };
}

const root = document.getElementById('app');
const data = document.getElementById('data');
if (root && data) {
  const model = JSON.parse(data.textContent ?? '') as ReportModel;
  document.title = model.title;
  render(<ReportView model={model} machine={browserMachine()} />, root);
} else if (root) {
  const machine = browserMachine();
  const state = signal<RunState | undefined>(undefined);
  const link = followRun(machine, state);
  render(<WatchedView state={state} link={link} machine={machine} />, root);
}
