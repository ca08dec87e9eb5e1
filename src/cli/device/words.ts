// `conform device`: looks at the devices of a running simulator, and does things to them.
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { integerIn, oneOf } from '../arguments.js';
import { type ShownOptions, withControlOptions } from '../control/control-options.js';
import type { ListOptions } from './run.js';
import {
  STIMULUS_COMMANDS,
  type StimulusArgument,
  type StimulusKind,
  type StimulusWords,
} from './stimuli.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';

const EXAMPLES = `
Examples:
  conform device list                            the fleet: who is online, busy, or disturbed by a fault
  conform device show bench-01                   what it reports beside what is really so
  conform device set-input bench-01 2 on         input 2 becomes active
  conform device set-sensor bench-01 humidity 61.5
  conform device cut-power bench-01              and restore-power, drop-link, restore-link
  conform device inject-rs485 bench-01 010300ff  bytes that arrive unasked

They speak to the simulator of yours that runs; --control says which, when there are several.`;

export function addDeviceCommand(program: Command, io: Io, finish: Finish): void {
  const device = program
    .command('device')
    .summary('look at the devices of a running simulator, and do things to them')
    .description('Looks at the devices of a running simulator, and does to them what the world would.')
    .addHelpText('after', EXAMPLES);
  addList(device, io, finish);
  addShow(device, io, finish);
  for (const words of STIMULUS_COMMANDS) addStimulus(device, words, io, finish);
}

function addList(device: Command, io: Io, finish: Finish): void {
  withControlOptions(device.command('list').summary('list the devices'))
    .option('--limit <n>', 'at most so many', integerIn(1, 1000), 100)
    .option('--cursor <id>', 'those after this device')
    .option('--profile <id>', 'those of this profile')
    .action(async (options: ListOptions) => {
      const { printDevices } = await import('./run.js');
      finish(await printDevices(options, io));
    });
}

function addShow(device: Command, io: Io, finish: Finish): void {
  withControlOptions(device.command('show').summary('show one device').argument('<id>', 'device')).action(
    async (id: string, options: ShownOptions) => {
      const { showDevice } = await import('./run.js');
      finish(await showDevice(id, options, io));
    },
  );
}

/** What the arguments of a stimulus are sent as. */
const SENT: Readonly<Record<StimulusKind, (first: unknown, second: unknown) => object>> = {
  'set-input': (index, state) => ({ index, active: state === 'on' }),
  'drive-input': (index, pattern) => ({ index, pattern }),
  'set-analog': (index, value) => ({ index, value }),
  'set-sensor': (key, value) => ({ key, value }),
  'inject-rs485': (data) => ({ data }),
  'cut-power': () => ({}),
  'restore-power': () => ({}),
  'drop-link': () => ({}),
  'restore-link': () => ({}),
};

const ON_OFF = ['on', 'off'];
const READERS: Readonly<Record<StimulusArgument['kind'], (text: string) => unknown>> = {
  index: integerIn(1, 1000),
  number: numeric,
  'on-off': oneOf(ON_OFF),
  text: String,
};

function addStimulus(
  device: Command,
  words: StimulusWords & { readonly kind: StimulusKind },
  io: Io,
  finish: Finish,
): void {
  const { kind, summary, args } = words;
  const command = device.command(kind).summary(summary).argument('<id>', 'device');
  for (const { name, about, kind: of } of args)
    command.addArgument(new Argument(`<${name}>`, about).argParser(READERS[of]));
  withControlOptions(command).action(async (id: string, ...given: unknown[]) => {
    // Commander gives the arguments, then the options, then the command.
    const options = given[args.length] as ShownOptions;
    const [first, second] = given;
    const { stimulateDevice } = await import('./run.js');
    finish(await stimulateDevice(id, { kind, ...SENT[kind](first, second) }, options, io));
  });
}

function numeric(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It is a number.');
}
