// One exchange: who asked whom for what, how long it took, what was on the wire, and which rules apply to it.
import type { JSX } from 'preact';
import type { ExchangeOnWire, RuleBook } from '../../../simulator/control/replies.js';
import { CopyButton, JsonView, Button } from '../../shared/parts.js';
import { durationWords, timeOfDay, pluralWords } from '../../shared/words.js';
import { linkTo } from '../api.js';
import { useRead, useStore } from '../store/store.js';
import type { ExchangeEntry, TrafficEntry } from '../store/traffic-log.js';
import { curlOf, scenarioOf, stepOf } from './copied-text.js';
import { entryCode, entryTone, entryDevice, entryTitle } from './filter.js';

function ExchangeDetail({ entry }: { readonly entry: ExchangeEntry }): JSX.Element {
  const { machine, about } = useStore();
  const { request, reply, refusal } = entry;
  const wire = useRead<ExchangeOnWire>(`/exchanges/${request.exchange}`, [reply !== undefined]);
  return (
    <>
      <p class="facts">
        <span class={`tone ${entryTone(entry)}`}>{entryCode(entry) ?? 'under way'}</span>
        <time>{timeOfDay(entry.at)}</time>
        {reply && <span>{durationWords(reply.took)}</span>}
        <span>{request.channel === 'rest' ? 'REST' : `WebSocket ${request.connection ?? ''}`}</span>
        {request.client !== undefined && <span>{request.client}</span>}
        {request.deviceId !== undefined && (
          <a href={linkTo({ view: 'device', deviceId: request.deviceId })}>{request.deviceId}</a>
        )}
      </p>
      {refusal && <p class="band warn">{refusal.reason}</p>}
      <div class="row wrap">
        {request.channel === 'rest' && (
          <CopyButton
            label="Copy as curl"
            machine={machine}
            text={() => curlOf(entry, wire.value, about.value ?? {})}
          />
        )}
        <CopyButton label="Copy as scenario step" machine={machine} text={() => stepOf(entry, wire.value)} />
        <CopyButton
          label="Copy as scenario"
          machine={machine}
          text={() => scenarioOf([entry], () => wire.value)}
        />
      </div>
      <Wire entry={entry} wire={wire.value} />
      <Rules entry={entry} />
    </>
  );
}

/** The bytes of many exchanges are not asked for. */
const notKept = (): undefined => undefined;

function Wire(props: {
  readonly entry: ExchangeEntry;
  readonly wire: ExchangeOnWire | undefined;
}): JSX.Element {
  const { entry, wire } = props;
  if (!wire)
    return (
      <>
        <p class="quiet small">
          Its bytes are not kept: it passed before the page was open. The journal has this of it.
        </p>
        <JsonView label="Records of the journal" value={[entry.request, entry.reply].filter(Boolean)} />
      </>
    );
  return (
    <>
      <h3>Sent</h3>
      {wire.method !== undefined && (
        <p class="mono line">
          {wire.method} {wire.path}
        </p>
      )}
      {wire.headers && <Headers all={wire.headers} />}
      {wire.sent !== undefined && <JsonView label="What was sent" value={wire.sent} />}
      <h3>Returned {wire.status}</h3>
      {wire.replyHeaders && <Headers all={wire.replyHeaders} />}
      <JsonView label="What was returned" value={wire.returned} />
    </>
  );
}

function Headers({ all }: { readonly all: Readonly<Record<string, string>> }): JSX.Element {
  return (
    <ul class="wire-headers mono">
      {Object.entries(all).map(([name, value]) => (
        <li key={name}>
          <span class="quiet">{name}:</span> {value}
        </li>
      ))}
    </ul>
  );
}

function Rules({ entry }: { readonly entry: ExchangeEntry }): JSX.Element {
  const book = useRead<RuleBook>('/rules');
  const groups = ruleGroupsFor(entry);
  const rules = (book.value?.rules ?? []).filter(
    ({ id, side }) => side === 'service' && groups.some((each) => id.startsWith(each)),
  );
  return (
    <details class="rules">
      <summary>{rules.length} rules apply</summary>
      <dl>
        {rules.map(({ id, sentence }) => (
          <div key={id}>
            <dt>
              <code>{id}</code>
            </dt>
            <dd>{sentence}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

// Which rules of the interface an exchange is under, by the beginnings of their ids.

const OF_ENDPOINT: Readonly<Record<string, readonly string[]>> = {
  'token.create': ['auth.token', 'auth.invalid-credentials', 'auth.disabled-client'],
  'devices.list': ['devices.list', 'scope.devices-within-client'],
  'devices.read': ['devices.detail', 'devices.unknown', 'refresh.'],
  'device.state.get': ['devices.detail', 'ws.state-get', 'refresh.'],
  'devices.config': ['devices.config-read'],
  'profiles.list': ['devices.profiles'],
  'commands.read': ['commands.'],
  'devices.add': ['devices.add'],
  'devices.remove': ['devices.remove'],
  'devices.password': ['devices.password'],
  'ticket.create': ['ws.ticket'],
  'session.ping': ['ws.ping'],
};

const OF_OPERATION: Readonly<Record<string, readonly string[]>> = {
  'device.relay.set': ['relay.effect', 'relay.set-many', 'events.relay-changed'],
  'device.rs485.transceive': ['rs485.transceive', 'rs485.timeout'],
  'device.rs485.baudRate.set': ['rs485.baud-rate', 'events.not-for-config'],
  'device.relay.jogConfig.set': ['relay.jog-config', 'events.not-for-config'],
};

const OF_CODE: Readonly<Record<string, readonly string[]>> = {
  RATE_LIMITED: ['limits.'],
  DEVICE_BUSY: ['busy.'],
  AUTH_SCOPE_DENIED: ['scope.denied', 'scope.required-scope-named'],
  AUTH_INVALID: ['auth.missing', 'auth.invalid', 'auth.expired'],
  APP_DISABLED: ['auth.disabled-client'],
};

const COMMANDS = ['commands.created', 'idempotency.', 'busy.one-at-a-time'];

function ruleGroupsFor({ request, reply }: ExchangeEntry): readonly string[] {
  const operation = request.operation;
  return [
    ...(OF_ENDPOINT[request.what] ?? []),
    ...(operation ? [...(OF_OPERATION[operation.name] ?? []), ...COMMANDS] : []),
    ...(OF_CODE[reply?.code ?? ''] ?? []),
    ...(request.channel === 'ws' ? ['ws.correlation', 'ws.reply-shape'] : ['envelope.json', 'version.']),
  ];
}

// What is selected: one exchange on the wire with the rules that apply, or any number of them to copy.

interface DetailProps {
  readonly chosen: readonly TrafficEntry[];
  readonly onClose: () => void;
}

export function DetailPanel({ chosen, onClose }: DetailProps): JSX.Element {
  const { machine } = useStore();
  const exchanges = chosen.filter((entry): entry is ExchangeEntry => entry.kind === 'exchange');
  const [only] = chosen;
  return (
    <aside class={`panel detail ${chosen.length === 0 ? 'idle' : ''}`} aria-label="Selected">
      {only === undefined ? (
        <p class="quiet">
          Select an entry to see it on the wire. With Shift or Ctrl held, select several and copy them as a
          scenario.
        </p>
      ) : (
        <div class="row detail-head">
          <h2>
            {chosen.length === 1
              ? entryTitle(only)
              : pluralWords(chosen.length, 'entry').replace('entrys', 'entries')}
          </h2>
          <Button kind="small" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
      {chosen.length === 1 && only?.kind === 'exchange' && <ExchangeDetail key={only.seq} entry={only} />}
      {chosen.length === 1 && only?.kind === 'mark' && <MarkDetail entry={only} />}
      {chosen.length > 1 && exchanges.length > 0 && (
        <>
          <div class="row">
            <CopyButton
              label="Copy as scenario"
              machine={machine}
              text={() => scenarioOf(exchanges, notKept)}
            />
          </div>
          <JsonView label="Scenario of what is selected" value={scenarioOf(exchanges, notKept)} />
        </>
      )}
    </aside>
  );
}

function MarkDetail({ entry }: { readonly entry: Extract<TrafficEntry, { kind: 'mark' }> }): JSX.Element {
  const deviceId = entryDevice(entry);
  return (
    <>
      <p class="facts">
        <span class={`tone ${entryTone(entry)}`}>{entry.record.kind}</span>
        <time>{timeOfDay(entry.at)}</time>
        {deviceId !== undefined && <a href={linkTo({ view: 'device', deviceId })}>{deviceId}</a>}
      </p>
      <JsonView label="Record of the journal" value={entry.record} />
    </>
  );
}
