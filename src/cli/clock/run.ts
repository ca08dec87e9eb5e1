// What `conform clock` does: steers the time of a running simulator, and shows it.
import type { ClockState } from '../../simulator/control/steering.js';
import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { askAndPrint, termsOf } from '../control/client.js';
import type { ShownOptions } from '../control/control-options.js';

export type ClockOrder =
  | { readonly order: 'now' | 'pause' | 'resume' }
  /** In ms. */
  | { readonly order: 'step'; readonly duration: number }
  | { readonly order: 'speed'; readonly speed: number };

export function tellClock(order: ClockOrder, options: ShownOptions, io: Io): Promise<ExitCode> {
  const [method, path, body] = routeOf(order);
  return askAndPrint<ClockState>(io, options, {
    ask: (client) => client.call(method, path, body),
    show: clockText,
    terms: termsOf({ '/duration': '<duration>', '/speed': '<factor>' }),
  });
}

function routeOf(order: ClockOrder): [method: string, path: string, body?: object] {
  switch (order.order) {
    case 'now':
      return ['GET', '/clock'];
    case 'pause':
    case 'resume':
      return ['POST', `/clock/${order.order}`];
    case 'step':
      return ['POST', '/clock/step', { duration: order.duration }];
    case 'speed':
      return ['PUT', '/clock/speed', { speed: order.speed }];
  }
}

function clockText({ now, paused, speed: times, kind }: ClockState): string {
  const pace = kind === 'manual' ? 'moved by hand' : `speed ${times}`;
  return `${new Date(now).toISOString()}  ${paused ? 'paused' : 'running'}, ${pace}\n`;
}
