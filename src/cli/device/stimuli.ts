// What can be done to a device from a command line: its words, for help and for lists, and what is sent for it.
import type { ArgumentRow } from '../command.js';

interface StimulusRow {
  readonly kind: string;
  readonly summary: string;
  /** Behind the device. */
  readonly args: readonly ArgumentRow[];
  readonly example: string;
  readonly send: (first: unknown, second: unknown) => object;
}

const INDEX: ArgumentRow = { form: '<index>', help: 'from 1', takes: 'integer', least: 1, most: 1000 };
const VALUE: ArgumentRow = { form: '<value>', help: 'a number', takes: 'number', least: -Infinity };
const STATE: ArgumentRow = { form: '<state>', help: 'on or off', choices: ['on', 'off'] };

export const STIMULUS_COMMANDS: readonly StimulusRow[] = [
  {
    kind: 'set-input',
    summary: 'set a digital input',
    args: [INDEX, STATE],
    example: '2 on',
    send: (index, state) => ({ index, active: state === 'on' }),
  },
  {
    kind: 'drive-input',
    summary: 'let a digital input follow a pattern',
    args: [INDEX, { form: '<pattern>', help: '"square 2s" or "pulse 100ms every 5s"' }],
    example: '2 "square 2s"',
    send: (index, pattern) => ({ index, pattern }),
  },
  {
    kind: 'set-analog',
    summary: 'set an analog input',
    args: [INDEX, VALUE],
    example: '1 4.2',
    send: (index, value) => ({ index, value }),
  },
  {
    kind: 'set-sensor',
    summary: 'set a sensor',
    args: [{ form: '<sensor>', help: 'its key' }, VALUE],
    example: 'humidity 61.5',
    send: (key, value) => ({ key, value }),
  },
  {
    kind: 'inject-rs485',
    summary: 'let bytes arrive on RS485 unasked',
    args: [{ form: '<hex>', help: 'bytes' }],
    example: '010300ff',
    send: (data) => ({ data }),
  },
  ...[
    ['cut-power', 'cut the power; the device goes on for its hold-up time'] as const,
    ['restore-power', 'give the power back; the device boots'] as const,
    ['drop-link', 'take the device offline'] as const,
    ['restore-link', 'bring it online again'] as const,
  ].map(([kind, summary]) => ({ kind, summary, args: [], example: '', send: () => ({}) })),
];
