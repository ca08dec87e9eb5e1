// The commands that speak to a simulator that runs, or look into what it keeps.
import { type ArgumentRow, type CommandCall, commandRow, type CommandRow } from './command.js';
import { STIMULUS_COMMANDS } from './device/stimuli.js';

const DEVICE: ArgumentRow = { form: '<id>', help: 'device', names: 'devices' };
const FOLDER: ArgumentRow = { form: '<dir>', help: 'folder of state' };

/** An order to the clock, with its duration or its speed. */
const tellClock = async ({ command: called, values, options, io }: CommandCall<'clock'>) =>
  (await import('./clock/run.js')).tellClock(called.name(), Number(values[0]), options, io);

const stimulus = ({ kind, summary, args, send }: (typeof STIMULUS_COMMANDS)[number]): CommandRow =>
  commandRow(`device ${kind}`, {
    summary,
    args: [DEVICE, ...args],
    run: async ({ values: [id, first, second], options, io }) => {
      const { stimulateDevice } = await import('./device/run.js');
      return stimulateDevice(String(id), { kind, ...send(first, second) }, options, io);
    },
  });

export const SIMULATOR_COMMANDS: readonly CommandRow[] = [
  commandRow('device', {
    group: 'client',
    summary: 'look at the devices of a running simulator, and do things to them',
    description: 'Looks at the devices of a running simulator, and does to them what the world would.',
    examples: `
  device list                            the fleet: who is online, busy, or disturbed by a fault
  device show bench-01                   what it reports beside what is really so
  device set-input bench-01 2 on         input 2 becomes active
  device set-sensor bench-01 humidity 61.5
  device cut-power bench-01              and restore-power, drop-link, restore-link
  device inject-rs485 bench-01 010300ff  bytes that arrive unasked`,
    notes: 'They speak to the simulator of yours that runs; --control says which, when there are several.',
  }),
  commandRow('device list', {
    summary: 'list the devices',
    run: async ({ options, io }) => (await import('./device/run.js')).printDevices(options, io),
  }),
  commandRow('device show', {
    summary: 'show one device',
    args: [DEVICE],
    run: async ({ words: [id = ''], options, io }) =>
      (await import('./device/run.js')).showDevice(id, options, io),
  }),
  ...STIMULUS_COMMANDS.map(stimulus),
  commandRow('fault', {
    group: 'client',
    summary: 'let things go wrong in a running simulator',
    description: 'Orders faults in a running simulator, lists them and clears them.',
    examples: `
  fault add offline --device bench-01 --for 30s
  fault add latency --route devices.list --with delay=800ms --probability 0.2
  fault apply fixtures/faults/deployment.yaml
  fault list
  fault clear offline-1              one fault; without a name all of them`,
  }),
  commandRow('fault list', {
    summary: 'list the faults that have been ordered',
    run: async ({ options, io }) => (await import('./fault/run.js')).printFaults(options, io),
  }),
  commandRow('fault add', {
    summary: 'order a fault',
    args: [{ form: '[type]', help: 'conform list faults has all of them', names: 'faults' }],
    run: async ({ words: [type], options, io, command: called }) => {
      if (options.help)
        return (await import('./list/faults.js')).faultHelp(type, called.helpInformation(), io);
      if (type === undefined) called.error("error: missing required argument 'type' (conform list faults)");
      return (await import('./fault/run.js')).orderFault(type ?? '', options, io);
    },
  }),
  commandRow('fault apply', {
    summary: 'order all faults of a plan',
    args: [{ form: '<file>', help: 'fault plan', names: 'plans' }],
    run: async ({ words: [file = ''], options, io }) =>
      (await import('./fault/run.js')).applyPlan(file, options, io),
  }),
  commandRow('fault clear', {
    summary: 'end a fault, or all of them',
    args: [{ form: '[id]', help: 'fault; all when absent', names: 'orders' }],
    run: async ({ words: [id], options, io }) =>
      (await import('./fault/run.js')).clearFaults(id, options, io),
  }),
  commandRow('clock', {
    group: 'client',
    summary: 'stop, step and hurry the time of a running simulator',
    description: 'Shows and steers the time of a running simulator.',
    examples: `
  clock pause          stop time: requests that take time wait
  clock step 3s        move on by three seconds at once
  clock speed 10       ten seconds in each
  clock resume         let time go on`,
  }),
  commandRow('clock now', { summary: 'show the time', run: tellClock }),
  commandRow('clock pause', { summary: 'stop time', run: tellClock }),
  commandRow('clock resume', { summary: 'let time go on', run: tellClock }),
  commandRow('clock step', {
    summary: 'move time on at once',
    args: [{ form: '<duration>', takes: 'duration', help: 'such as 3s or 1m 30s' }],
    run: tellClock,
  }),
  commandRow('clock speed', {
    summary: 'change the speed',
    args: [
      {
        form: '<n>',
        takes: 'number',
        least: 0.1,
        most: 1000,
        help: "clock seconds in each of the machine's",
      },
    ],
    run: tellClock,
  }),
  commandRow('tail', {
    group: 'client',
    summary: 'show and follow the journal of a running simulator',
    description: 'Shows what happened in a running simulator: requests, events, physical acts and faults.',
    examples: `
  tail                                   the last records of the journal
  tail --follow                          and new ones as they come, until Ctrl-C
  tail --device bench-01 --kind physical what the device has really done
  tail --code INVALID_REQUEST            what was refused, why, and what went back
  tail --slow 500ms                      what took long
  tail --follow --json > journal.ndjson  one JSON record a line`,
    run: async ({ options, io }) => (await import('./tail/run.js')).tail(options, io),
  }),
  commandRow('state', {
    group: 'client',
    summary: 'look into the state that a simulator keeps on disk',
    description: 'Shows, copies and checks a folder that conform serve --state keeps.',
    examples: `
  state show ./state                       what is in it, also while a service writes to it
  state export ./state --out state.json    all of it but access tokens, as a snapshot of the control plane
  state import ./other state.json          the same in another folder
  state check ./state                      whether its records fit each other`,
    notes:
      'Exit code 0: done, and check has found nothing; 1: check has found something; 2: the folder cannot be used.',
  }),
  commandRow('state show', {
    summary: 'what is in it',
    args: [FOLDER],
    run: async ({ words: [dir = ''], io }) => (await import('./state/run.js')).showState(dir, io),
  }),
  commandRow('state export', {
    summary: 'all of it as JSON; it contains passwords of devices',
    args: [FOLDER],
    run: async ({ words: [dir = ''], options: { out }, io }) =>
      (await import('./state/run.js')).exportState(dir, out, io),
  }),
  commandRow('state import', {
    summary: 'a snapshot into a folder',
    args: [FOLDER, { form: '<file>', help: 'a snapshot: of conform state export, or of the control plane' }],
    run: async ({ words: [dir = '', file = ''], options: { replace = false }, io }) =>
      (await import('./state/run.js')).importState(dir, file, replace, io),
  }),
  commandRow('state check', {
    summary: 'whether its records fit each other',
    args: [FOLDER],
    run: async ({ words: [dir = ''], io }) => (await import('./state/run.js')).checkState(dir, io),
  }),
];
