// Follows a run that is watched, with the token of its link.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { LiveRun } from '../../report/html/report-model.js';
import type { BrowserClock } from '../shared/machine.js';
import { followStream, type LinkState } from '../shared/stream.js';
import { takeToken } from '../shared/token.js';
import { advance, type RunState } from './run-state.js';

export function followRun(
  machine: BrowserClock,
  state: Signal<RunState | undefined>,
): ReadonlySignal<LinkState> {
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
