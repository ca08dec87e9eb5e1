// What has happened to a device lately, the latest first.
import type { JSX } from 'preact';
import { timeOfDay } from '../../shared/words.js';
import { useStore } from '../store/context.js';
import type { TrafficEntry } from '../store/traffic-entry.js';
import { entryDevice, entryTitle, entryTone } from '../traffic/entry-words.js';

const MOST = 14;

export function RecentList({ deviceId }: { readonly deviceId: string }): JSX.Element {
  const { traffic, trafficEdition } = useStore();
  void trafficEdition.value;
  const recent = lastOf(traffic.entries(), deviceId);
  return (
    <section class="panel" aria-labelledby="recent-title">
      <h2 id="recent-title">What happened</h2>
      {recent.length === 0 && <p class="quiet">Nothing yet, as far as the journal goes back.</p>}
      <ol class="recent">
        {recent.map((entry) => (
          <li key={entry.seq} class={entryTone(entry)}>
            <time>{timeOfDay(entry.at)}</time>
            <span>{entryTitle(entry)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function lastOf(entries: readonly TrafficEntry[], deviceId: string): TrafficEntry[] {
  const found: TrafficEntry[] = [];
  for (let at = entries.length - 1; at >= 0 && found.length < MOST; at--) {
    const entry = entries[at];
    if (entry && entryDevice(entry) === deviceId) found.push(entry);
  }
  return found;
}
