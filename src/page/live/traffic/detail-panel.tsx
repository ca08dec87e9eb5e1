// What is selected: one exchange on the wire with the rules that apply, or any number of them to copy.
import type { JSX } from 'preact';
import { CopyButton } from '../../shared/copy-button.js';
import { JsonView } from '../../shared/json-view.js';
import { pluralWords, timeOfDay } from '../../shared/words.js';
import { linkTo } from '../place.js';
import { useStore } from '../store/context.js';
import type { ExchangeEntry, TrafficEntry } from '../store/traffic-entry.js';
import { entryDevice, entryTitle, entryTone } from './entry-words.js';
import { ExchangeDetail } from './exchange-detail.js';
import { scenarioOf } from './scenario-text.js';

export interface DetailProps {
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
          <button type="button" class="button small" onClick={onClose}>
            Close
          </button>
        </div>
      )}
      {chosen.length === 1 && only?.kind === 'exchange' && <ExchangeDetail key={only.seq} entry={only} />}
      {chosen.length === 1 && only?.kind === 'mark' && <MarkDetail entry={only} />}
      {chosen.length > 1 && exchanges.length > 0 && (
        <>
          <div class="row">
            <CopyButton label="Copy as scenario" machine={machine} text={() => scenarioOf(exchanges)} />
          </div>
          <JsonView label="Scenario of what is selected" value={scenarioOf(exchanges)} />
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
