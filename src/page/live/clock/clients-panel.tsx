// The API clients: their permissions, what is left of their quotas, and what can be taken from them.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ApiAnswer } from '../api.js';
import { Table } from '../../shared/scroller.js';
import { useStore } from '../store/context.js';

interface ClientView {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly disabled: boolean;
}

export function ClientsPanel(): JSX.Element {
  const { api, notices, life, trafficEdition } = useStore();
  const clients = useSignal<readonly ClientView[]>([]);
  const read = (): void =>
    void api.get<{ readonly clients: readonly ClientView[] }>('/clients').then((answer) => {
      if (answer.ok) clients.value = answer.value.clients;
    });
  const stimuli = useStimuliOfClients(trafficEdition.value);
  useEffect(read, [life.value, stimuli]);
  const act: Act = async (answer, words) => {
    await notices.done(answer, () => words);
    read();
  };
  return (
    <section class="panel wide-panel" aria-labelledby="clients-title">
      <h2 id="clients-title">API clients</h2>
      <Table
        label="Table of API clients"
        class="clients"
        columns={['Client', 'Permissions', 'State', 'Acts']}
      >
        {clients.value.map((client) => (
          <ClientRow key={client.clientId} client={client} act={act} />
        ))}
      </Table>
    </section>
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
          <button type="button" class="button small" onClick={turn}>
            {disabled ? 'Enable' : 'Disable'}
            <span class="hidden"> {clientId}</span>
          </button>
          <button type="button" class="button small" onClick={expire}>
            Expire tokens<span class="hidden"> of {clientId}</span>
          </button>
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
