// `conform clock`: the time of a running simulator.
import { Argument } from 'commander';
import { duration, speed } from '../arguments.js';
import { withControlOptions } from '../control/control-options.js';
const EXAMPLES = `
Examples:
  conform clock pause          stop time: requests that take time wait
  conform clock step 3s        move on by three seconds at once
  conform clock speed 10       ten seconds in each
  conform clock resume         let time go on`;
export function addClockCommand(program, io, finish) {
    const clock = program
        .command('clock')
        .summary('stop, step and hurry the time of a running simulator')
        .description('Shows and steers the time of a running simulator.')
        .addHelpText('after', EXAMPLES);
    const tell = async (order, options) => {
        const { tellClock } = await import('./run.js');
        finish(await tellClock(order, options, io));
    };
    for (const [order, summary] of [
        ['now', 'show the time'],
        ['pause', 'stop time'],
        ['resume', 'let time go on'],
    ]) {
        withControlOptions(clock.command(order).summary(summary)).action((options) => tell({ order }, options));
    }
    withControlOptions(clock
        .command('step')
        .summary('move time on at once')
        .addArgument(new Argument('<duration>', 'such as 3s or 1m 30s').argParser(duration))).action((by, options) => tell({ order: 'step', duration: by }, options));
    withControlOptions(clock
        .command('speed')
        .summary('change the speed')
        .addArgument(new Argument('<n>', "clock seconds in each of the machine's").argParser(speed))).action((times, options) => tell({ order: 'speed', speed: times }, options));
}
