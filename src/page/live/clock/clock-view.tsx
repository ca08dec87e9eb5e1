// Time, and the simulator as a whole: pause, step, speed; reset, snapshot, restore; the API clients.
import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import type { ClientView } from '../../../simulator/control/replies.js';
import type { ApiAnswer } from '../api.js';
import { Table, Panel, Button, Segments } from '../../shared/parts.js';
import { useRead, useStore, useTicks } from '../store/store.js';
import { number, timeOfDay } from '../../shared/words.js';

export function ClockView(): JSX.Element {
  return (
    <section class="clock" aria-labelledby="clock-title">
      <div class="toolbar">
        <h1 id="clock-title">Clock and state</h1>
      </div>
      <div class="clock-body">
        <TimePanel />
        <StatePanel />
        <ClientsPanel />
      </div>
    </section>
  );
}

// The API clients: their permissions, what is left of their quotas, and what can be taken from them.

function ClientsPanel(): JSX.Element {
  const { notices, life, trafficEdition } = useStore();
  const acts = useSignal(0);
  const stimuli = useStimuliOfClients(trafficEdition.value);
  const on = [life.value, stimuli, acts.value];
  const clients = useRead<{ readonly clients: readonly ClientView[] }>('/clients', on);
  const act: Act = async (answer, words) => {
    await notices.done(answer, () => words);
    acts.value++;
  };
  return (
    <Panel name="clients" title="API clients" kind="wide-panel">
      <Table
        label="Table of API clients"
        class="clients"
        columns={['Client', 'Permissions', 'State', 'Acts']}
      >
        {clients.value?.clients.map((client) => (
          <ClientRow key={client.clientId} client={client} act={act} />
        ))}
      </Table>
    </Panel>
  );
}

type Act = (answer: Promise<ApiAnswer<unknown>>, words: string) => Promise<void>;

function ClientRow({ client, act }: { readonly client: ClientView; readonly act: Act }): JSX.Element {
  const { api } = useStore();
  const { clientId, scopes, disabled } = client;
  const path = `/clients/${encodeURIComponent(clientId)}`;
  const turn = (): void =>
    void act(
      api.send('PATCH', path, { disabled: !disabled }),
      `${clientId} is ${disabled ? 'enabled' : 'disabled'}.`,
    );
  const expire = (): void =>
    void act(api.send('POST', `${path}/expire-tokens`), `The tokens of ${clientId} are worthless now.`);
  return (
    <tr>
      <th scope="row">{clientId}</th>
      <td class="small">{scopes.map((each) => each.replace('device:', '')).join(', ')}</td>
      <td>{disabled ? <span class="mark fault">disabled</span> : 'enabled'}</td>
      <td>
        <div class="row wrap">
          <Button kind="small" onClick={turn}>
            {disabled ? 'Enable' : 'Disable'}
            <span class="hidden"> {clientId}</span>
          </Button>
          <Button kind="small" onClick={expire}>
            Expire tokens<span class="hidden"> of {clientId}</span>
          </Button>
        </div>
      </td>
    </tr>
  );
}

/** Becomes another number when somebody has done something to a client. */
function useStimuliOfClients(edition: number): number {
  const { traffic } = useStore();
  void edition;
  const last = traffic
    .entries()
    .findLast((entry) => entry.kind === 'mark' && /client|token/.test(nameOf(entry.record)));
  return last?.seq ?? 0;
}

function nameOf(record: { readonly kind: string; readonly name?: string }): string {
  return record.kind === 'stimulus' ? (record.name ?? '') : '';
}

// The clock of the simulator: it can be stopped, moved on at once, and made to go faster or slower.

const STEPS = ['100ms', '1s', '3s', '30s', '1min'];
const SPEEDS = [0.1, 0.5, 1, 2, 10, 100];

function TimePanel(): JSX.Element {
  const store = useStore();
  const { api, notices } = store;
  const clock = store.clock.value;
  useTicks(clock && !clock.paused ? 100 : undefined);
  const isSteerable = clock?.kind === 'steerable';
  const post = (path: string, body?: object): void => void notices.done(api.send('POST', path, body));
  const now = store.now();
  return (
    <Panel name="time" title="Simulated time" kind="time">
      <p class={`big-time ${clock?.paused ? 'paused' : ''}`}>
        <time>{clock ? timeOfDay(now) : '--'}</time>
        <span class="quiet">
          {clock && new Date(now).toISOString().slice(0, 10)} UTC{clock?.paused ? ', paused' : ''}
        </span>
      </p>
      {clock && !isSteerable && (
        <p class="quiet">This clock is {clock.kind}: it cannot be steered from here.</p>
      )}
      <div class="row wrap">
        <Button
          kind="primary"
          disabled={!isSteerable}
          onClick={() => post(clock?.paused ? '/clock/resume' : '/clock/pause')}
        >
          {clock?.paused ? 'Resume time' : 'Pause time'}
        </Button>
      </div>
      <Steps />
      <h3>Speed</h3>
      <Segments
        label="Speed"
        all={SPEEDS.map((speed) => [speed, `× ${number(speed)}`] as const)}
        value={clock?.speed}
        disabled={() => !isSteerable}
        onChange={(speed) => void notices.done(api.send('PUT', '/clock/speed', { speed }))}
      />
    </Panel>
  );
}

function Steps(): JSX.Element {
  const { api, notices } = useStore();
  const own = useSignal('10s');
  const step = (by: string): void =>
    void notices.done(api.send('POST', '/clock/step', { duration: by }), () => `Time has moved on by ${by}.`);
  const stepOwn = (event: Event): void => {
    event.preventDefault();
    step(own.value);
  };
  return (
    <>
      <h3>Step</h3>
      <div class="row wrap" role="group" aria-label="Step">
        {STEPS.map((each) => (
          <Button key={each} onClick={() => step(each)}>
            + {each}
          </Button>
        ))}
        <form class="row" onSubmit={stepOwn}>
          <label>
            <span class="hidden">Length of the step</span>
            <input
              class="short"
              value={own.value}
              onInput={({ currentTarget }) => (own.value = currentTarget.value)}
            />
          </label>
          <button type="submit" class="button">
            Step
          </button>
        </form>
      </div>
    </>
  );
}

// The simulator as a whole: back to its beginning, kept, and put back.

function StatePanel(): JSX.Element {
  return (
    <Panel name="state" title="State">
      <Reset />
      <Snapshot />
    </Panel>
  );
}

/** It asks once more: what clients have done is gone after it. */
function Reset(): JSX.Element {
  const { api, notices } = useStore();
  const sure = useSignal(false);
  const reset = async (): Promise<void> => {
    sure.value = false;
    await notices.done(api.send('POST', '/reset'), () => 'Everything is as it was at the start.');
  };
  return (
    <>
      <h3>Reset</h3>
      <p class="quiet small">
        Back to the fleet file and the faults of the start. Connections are closed; time goes on.
      </p>
      <div class="row wrap">
        {sure.value ? (
          <>
            <Button kind="danger" onClick={() => void reset()}>
              Reset now
            </Button>
            <Button onClick={() => (sure.value = false)}>Leave it</Button>
          </>
        ) : (
          <Button onClick={() => (sure.value = true)}>Reset</Button>
        )}
      </div>
    </>
  );
}

function Snapshot(): JSX.Element {
  const { api, notices } = useStore();
  const kept = useSignal<unknown>(undefined);
  const take = async (): Promise<void> => {
    const snapshot = await notices.done(
      api.get<unknown>('/snapshot'),
      () => 'The snapshot is kept in this tab.',
    );
    if (snapshot !== undefined) kept.value = snapshot;
  };
  const restore = async (snapshot: unknown): Promise<void> => {
    await notices.done(api.send('PUT', '/snapshot', snapshot), () => 'The snapshot is restored.');
  };
  const restoreFile = async (file: File | undefined): Promise<void> => {
    if (file) await restore(await file.text());
  };
  return (
    <>
      <h3>Snapshot</h3>
      <p class="quiet small">
        What can be kept of the simulator. The file contains passwords of devices that were changed: keep it
        secret.
      </p>
      <div class="row wrap">
        <Button onClick={() => void take()}>Take a snapshot</Button>
        {kept.value !== undefined && (
          <>
            <Button onClick={() => void restore(kept.value)}>Restore it</Button>
            <Button onClick={() => save(kept.value)}>Save as a file</Button>
          </>
        )}
        <label class="button file">
          Restore from a file
          <input
            type="file"
            accept="application/json,.json"
            onChange={({ currentTarget }) => void restoreFile(currentTarget.files?.[0])}
          />
        </label>
      </div>
    </>
  );
}

function save(snapshot: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(snapshot)], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: 'conform-snapshot.json' }).click();
  URL.revokeObjectURL(url);
}
