// Lets time pass: within an operation, on both sides of the refresh budget, and long enough to be forgotten.
import fc from 'fast-check';
import { parseDuration } from '../../../kernel/duration.js';
import { SURELY_KEPT } from '../../judge/sightings.js';
import { createCommand, type ProgramCommand } from './command.js';

const SHORT = ['50ms', '400ms', '1s', '2s', '2900ms', '3100ms', '4s'];
const LONG = ['20s', '70s', '170s'];
/** Of the pauses of one program, in ms, where they take their time and keep devices from others. */
const MOST_IN_REAL_TIME = 4000;

/** Operations from before pauses of so many ms are not spoken of again: their keys may have been forgotten. */
const SURELY_REMEMBERED = SURELY_KEPT - 5000;

/** @param jumps the clock does. */
export function drawWait(jumps: boolean): fc.Arbitrary<ProgramCommand>[] {
  return [waits(SHORT, jumps ? Infinity : MOST_IN_REAL_TIME)];
}

/** For a clock that jumps. */
export function longWait(): fc.Arbitrary<ProgramCommand>[] {
  return [waits(LONG, Infinity)];
}

function waits(durations: readonly string[], most: number): fc.Arbitrary<ProgramCommand> {
  return fc.constantFrom(...durations).map((duration) => {
    const time = parseDuration(duration) ?? 0;
    return createCommand(
      () => `wait ${duration}`,
      (model, { steps }) => {
        model.paused += time;
        if (model.paused - model.remembered > SURELY_REMEMBERED) {
          model.operations.splice(0);
          model.remembered = model.paused;
        }
        steps.push({ wait: duration });
      },
      ({ paused }) => paused + time <= most,
    );
  });
}
