// Time, and the simulator as a whole: pause, step, speed; reset, snapshot, restore; the API clients.
import type { JSX } from 'preact';
import { ClientsPanel } from './clients-panel.js';
import { StatePanel } from './state-panel.js';
import { TimePanel } from './time-panel.js';

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
