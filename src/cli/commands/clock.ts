// `conform clock`: the time of a running simulator.
import { Argument, type Command } from 'commander';
import { parseDuration } from '../../kernel/duration.js';
import type { ClockState } from '../../simulator/control/steering.js';
import { ask, type ShownOptions, withControlOptions } from '../control/control-command.js';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { durationText, speed } from '../arguments.js';

const EXAMPLES = `
Examples:
  conform clock pause          stop time: requests that take time wait
  conform clock step 3s        move on by three seconds at once
  conform clock speed 10       ten seconds in each
  conform clock resume         let time go on`;

export function addClockCommand(program: Command, io: Io, finish: Finish): void {
  const clock = program
    .command('clock')
    .summary('stop, step and hurry the time of a running simulator')
    .description('Shows and steers the time of a running simulator.')
    .addHelpText('after', EXAMPLES);
  const tell = (options: ShownOptions, method: string, path: string, body?: unknown): Promise<void> =>
    ask<ClockState>({ io, finish }, options, (client) => client.call(method, path, body), clockText);

  withControlOptions(clock.command('now').summary('show the time')).action((options: ShownOptions) =>
    tell(options, 'GET', '/clock'),
  );
  withControlOptions(clock.command('pause').summary('stop time')).action((options: ShownOptions) =>
    tell(options, 'POST', '/clock/pause'),
  );
  withControlOptions(clock.command('resume').summary('let time go on')).action((options: ShownOptions) =>
    tell(options, 'POST', '/clock/resume'),
  );
  withControlOptions(
    clock
      .command('step')
      .summary('move time on at once')
      .addArgument(new Argument('<duration>', 'such as 3s or 1m 30s').argParser(durationText)),
  ).action((duration: string, options: ShownOptions) =>
    tell(options, 'POST', '/clock/step', { duration: parseDuration(duration) }),
  );
  withControlOptions(
    clock
      .command('speed')
      .summary('change the speed')
      .addArgument(new Argument('<n>', "clock seconds in each of the machine's").argParser(speed)),
  ).action((times: number, options: ShownOptions) => tell(options, 'PUT', '/clock/speed', { speed: times }));
}

function clockText({ now, paused, speed: times, kind }: ClockState): string {
  const pace = kind === 'manual' ? 'moved by hand' : `speed ${times}`;
  return `${new Date(now).toISOString()}  ${paused ? 'paused' : 'running'}, ${pace}\n`;
}
