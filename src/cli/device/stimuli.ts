// What can be done to a device from a command line: the words for it, for help and for lists.

export interface StimulusArgument {
  readonly name: string;
  readonly about: string;
  readonly kind: 'index' | 'number' | 'on-off' | 'text';
}

export interface StimulusWords {
  readonly kind: string;
  readonly summary: string;
  readonly args: readonly StimulusArgument[];
  /** What stands behind the device. */
  readonly example: string;
}

const index: StimulusArgument = { name: 'index', about: 'from 1', kind: 'index' };
const value: StimulusArgument = { name: 'value', about: 'a number', kind: 'number' };

export const STIMULUS_COMMANDS = [
  {
    kind: 'set-input',
    summary: 'set a digital input',
    args: [index, { name: 'state', about: 'on or off', kind: 'on-off' }],
    example: '2 on',
  },
  {
    kind: 'drive-input',
    summary: 'let a digital input follow a pattern',
    args: [index, { name: 'pattern', about: '"square 2s" or "pulse 100ms every 5s"', kind: 'text' }],
    example: '2 "square 2s"',
  },
  { kind: 'set-analog', summary: 'set an analog input', args: [index, value], example: '1 4.2' },
  {
    kind: 'set-sensor',
    summary: 'set a sensor',
    args: [{ name: 'sensor', about: 'its key', kind: 'text' }, value],
    example: 'humidity 61.5',
  },
  {
    kind: 'inject-rs485',
    summary: 'let bytes arrive on RS485 unasked',
    args: [{ name: 'hex', about: 'bytes', kind: 'text' }],
    example: '010300ff',
  },
  {
    kind: 'cut-power',
    summary: 'cut the power; the device goes on for its hold-up time',
    args: [],
    example: '',
  },
  { kind: 'restore-power', summary: 'give the power back; the device boots', args: [], example: '' },
  { kind: 'drop-link', summary: 'take the device offline', args: [], example: '' },
  { kind: 'restore-link', summary: 'bring it online again', args: [], example: '' },
] as const satisfies readonly StimulusWords[];

export type StimulusKind = (typeof STIMULUS_COMMANDS)[number]['kind'];
