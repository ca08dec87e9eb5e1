// What `conform clock` does: steers the time of a running simulator, and shows it.
import type { ClockState } from '../../simulator/control/steering.js';
import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { askAndPrint, termsOf, type ControlOptions } from '../control/client.js';

const TERMS = termsOf({ '/duration': '<duration>', '/speed': '<factor>' });

/** @param value the duration of `step`, in ms, or the speed. */
export function tellClock(order: string, value: number, options: ControlOptions, io: Io): Promise<ExitCode> {
  const [method, path, body] = routeOf(order, value);
  return askAndPrint<ClockState>(io, options, {
    ask: (client) => client.call(method, path, body),
    show: clockText,
    terms: TERMS,
  });
}

function routeOf(order: string, value: number): [method: string, path: string, body?: object] {
  if (order === 'now') return ['GET', '/clock'];
  if (order === 'step') return ['POST', '/clock/step', { duration: value }];
  return order === 'speed' ? ['PUT', '/clock/speed', { speed: value }] : ['POST', `/clock/${order}`];
}

function clockText({ now, paused, speed: times, kind }: ClockState): string {
  const pace = kind === 'manual' ? 'moved by hand' : `speed ${times}`;
  return `${new Date(now).toISOString()}  ${paused ? 'paused' : 'running'}, ${pace}\n`;
}
