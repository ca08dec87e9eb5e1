// The conduct of the clients: which of the rules that bind them they have broken, and in which exchanges.
import { Panel, Button } from '../../shared/parts.js';
import type { JSX } from 'preact';
import type {
  ClientConduct,
  Conduct,
  ConductBreach,
  ConductRuling,
} from '../../../simulator/control/replies.js';
import { number, pluralWords, timeOfDay } from '../../shared/words.js';
import { useStore, type Store } from '../store/store.js';
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

interface ConductProps {
  /** Shows these exchanges in the list. */
  readonly onExchanges: (exchanges: readonly number[]) => void;
}

export function ConductPanel({ onExchanges }: ConductProps): JSX.Element {
  const conduct = useConduct().value;
  return (
    <Panel name="conduct" title="Conduct of the clients" kind="conduct" id="conduct">
      {!conduct && <p class="quiet">Judging the traffic</p>}
      {conduct && (
        <p class="quiet small">
          What <code>conform audit</code> would say of {pluralWords(conduct.records, 'record')} of the journal
          {conduct.records > 0 && `, seconds counted from ${timeOfDay(conduct.from, 0)}`}
          {conduct.dropped > 0 && `; ${number(conduct.dropped)} older ones are gone`}.
        </p>
      )}
      {conduct?.clients.length === 0 && <p>No client has asked for anything yet.</p>}
      {conduct?.clients.map((client) => (
        <Client key={client.client} conduct={client} onExchanges={onExchanges} />
      ))}
    </Panel>
  );
}

const COUNTED = [
  ['broken', 'fail'],
  ['undecided', 'inconclusive'],
  ['holds', 'pass'],
  ['not exercised', 'skipped'],
] as const;

function Client(props: ConductProps & { readonly conduct: ClientConduct }): JSX.Element {
  const { conduct, onExchanges } = props;
  const { client, rulings } = conduct;
  const of = (kind: ConductRuling['kind']): ConductRuling[] => rulings.filter((each) => each.kind === kind);
  const rest = [...of('holds'), ...of('not exercised')];
  return (
    <div class="client-conduct">
      <h3>
        {client}
        {COUNTED.map(([kind, tone]) => {
          const count = of(kind).length;
          return (
            count > 0 && (
              <b key={kind} class={`chip ${tone}`}>
                {number(count)} {kind}
              </b>
            )
          );
        })}
      </h3>
      <ul class="rulings">
        {[...of('broken'), ...of('undecided')].map((ruling) => (
          <Ruling key={ruling.rule} ruling={ruling} onExchanges={onExchanges} />
        ))}
      </ul>
      <details>
        <summary>
          {pluralWords(rest.length, 'rule')} that it keeps, or that nothing has put to the test
        </summary>
        <ul class="rulings">
          {rest.map((ruling) => (
            <Ruling key={ruling.rule} ruling={ruling} onExchanges={onExchanges} />
          ))}
        </ul>
      </details>
    </div>
  );
}

function Ruling(props: ConductProps & { readonly ruling: ConductRuling }): JSX.Element {
  const { ruling, onExchanges } = props;
  const { rule, sentence, kind, n, why, breaches, more } = ruling;
  const times = kind === 'not exercised' ? '' : `, n = ${number(n)}`;
  return (
    <li class={`ruling ${kind.replace(' ', '-')}`}>
      <p>
        <b>{kind === 'broken' ? 'BROKEN' : kind}</b> <code>{rule}</code>
        <span class="quiet small">{times}</span>
      </p>
      <p class="small">{sentence}</p>
      {why !== '' && <p class="quiet small">{why}</p>}
      {breaches.length > 0 && (
        <ol class="breaches">
          {breaches.map((breach) => (
            <OneBreach key={`${breach.at} ${breach.done}`} breach={breach} onExchanges={onExchanges} />
          ))}
        </ol>
      )}
      {more > 0 && <p class="quiet small">and {number(more)} earlier ones</p>}
    </li>
  );
}

function OneBreach(props: ConductProps & { readonly breach: ConductBreach }): JSX.Element {
  const { traffic } = useStore();
  const { at, exchanges, done, right } = props.breach;
  const isHere = exchanges.some((each) => traffic.has(each));
  return (
    <li>
      <time>{timeOfDay(at)}</time>
      <p>
        {done}
        <span class="quiet"> Right: {right}</span>
      </p>
      {isHere && (
        <Button kind="small" onClick={() => props.onExchanges(exchanges)}>
          Show {exchanges.length === 1 ? 'it' : 'them'}
          <span class="hidden"> in the list: {done}</span>
        </Button>
      )}
    </li>
  );
}

// What the rules say of the clients, asked for again as traffic goes on, while somebody looks at it.

/** In ms. */
const LEAST_PAUSE = 1000;
const LONGEST_PAUSE = 5000;
/** Judging takes time of the simulator: it rests so many times as long as the last answer took. */
const REST = 40;

function useConduct(): ReadonlySignal<Conduct | undefined> {
  const store = useStore();
  const conduct = useSignal<Conduct | undefined>(undefined);
  useEffect(() => follow(store, (next) => (conduct.value = next)), [store]);
  return conduct;
}

function follow(
  { api, machine, traffic, notices }: Store,
  onConduct: (conduct: Conduct) => void,
): () => void {
  let stopped = false;
  let judgedSeq: number | undefined = -1;
  let cancel = (): void => undefined;
  const judge = async (): Promise<number> => {
    const began = machine.now();
    judgedSeq = traffic.lastSeq;
    const conduct = await notices.done(api.get<Conduct>('/conduct'));
    if (conduct && !stopped) onConduct(conduct);
    return machine.now() - began;
  };
  const next = async (): Promise<void> => {
    const took = traffic.lastSeq === judgedSeq ? 0 : await judge();
    if (!stopped)
      cancel = machine.after(Math.min(LONGEST_PAUSE, Math.max(LEAST_PAUSE, took * REST)), () => void next());
  };
  void next();
  return () => {
    stopped = true;
    cancel();
  };
}
