// `conform device`: looks at the devices of a running simulator, and does things to them.
import { Argument, InvalidArgumentError } from 'commander';
import { integerIn } from '../arguments.js';
import { withControlOptions } from '../control/control-options.js';
const EXAMPLES = `
Examples:
  conform device list                            the fleet: who is online, busy, or disturbed by a fault
  conform device show bench-01                   what it reports beside what is really so
  conform device set-input bench-01 2 on         input 2 becomes active
  conform device set-sensor bench-01 humidity 61.5
  conform device cut-power bench-01              and restore-power, drop-link, restore-link
  conform device inject-rs485 bench-01 010300ff  bytes that arrive unasked

conform serve prints the address and the token of its control plane: export them as CONFORM_CONTROL and
CONFORM_CONTROL_TOKEN.`;
export function addDeviceCommand(program, io, finish) {
    const device = program
        .command('device')
        .summary('look at the devices of a running simulator, and do things to them')
        .description('Looks at the devices of a running simulator, and does to them what the world would.')
        .addHelpText('after', EXAMPLES);
    addList(device, io, finish);
    addShow(device, io, finish);
    addChannelStimuli(device, io, finish);
    for (const [kind, summary] of [
        ['cut-power', 'cut the power; the device goes on for its hold-up time'],
        ['restore-power', 'give the power back; the device boots'],
        ['drop-link', 'take the device offline'],
        ['restore-link', 'bring it online again'],
    ]) {
        addStimulus(device, { kind, summary }, io, finish);
    }
}
function addList(device, io, finish) {
    withControlOptions(device.command('list').summary('list the devices'))
        .option('--limit <n>', 'at most so many', integerIn(1, 1000), 100)
        .option('--cursor <id>', 'those after this device')
        .option('--profile <id>', 'those of this profile')
        .action(async (options) => {
        const { listDevices } = await import('./run.js');
        finish(await listDevices(options, io));
    });
}
function addShow(device, io, finish) {
    withControlOptions(device.command('show').summary('show one device').argument('<id>', 'device')).action(async (id, options) => {
        const { showDevice } = await import('./run.js');
        finish(await showDevice(id, options, io));
    });
}
function addChannelStimuli(device, io, finish) {
    const index = new Argument('<index>', 'from 1').argParser(integerIn(1, 1000));
    const value = new Argument('<value>', 'a number').argParser(numeric);
    const onOff = new Argument('<state>', 'on or off').choices(['on', 'off']);
    const add = (kind, summary, args, parameters) => addStimulus(device, { kind, summary, args, parameters }, io, finish);
    add('set-input', 'set a digital input', [index, onOff], (nth, state) => ({
        index: nth,
        active: state === 'on',
    }));
    add('drive-input', 'let a digital input follow a pattern', [index, new Argument('<pattern>', '"square 2s" or "pulse 100ms every 5s"')], (nth, pattern) => ({ index: nth, pattern }));
    add('set-analog', 'set an analog input', [index, value], (nth, level) => ({ index: nth, value: level }));
    add('set-sensor', 'set a sensor', [new Argument('<sensor>', 'its key'), value], (key, level) => ({
        key,
        value: level,
    }));
    add('inject-rs485', 'let bytes arrive on RS485 unasked', [new Argument('<hex>', 'bytes')], (data) => ({
        data,
    }));
}
function addStimulus(device, words, io, finish) {
    const { kind, summary, args = [], parameters = () => ({}) } = words;
    const command = device.command(kind).summary(summary).argument('<id>', 'device');
    for (const each of args)
        command.addArgument(each);
    withControlOptions(command).action(async (id, ...given) => {
        // Commander gives the arguments, then the options, then the command.
        const options = given[args.length];
        const [first, second] = given;
        const { stimulate } = await import('./run.js');
        finish(await stimulate(id, { kind, ...parameters(first, second) }, options, io));
    });
}
function numeric(text) {
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value))
        return value;
    throw new InvalidArgumentError('It is a number.');
}
