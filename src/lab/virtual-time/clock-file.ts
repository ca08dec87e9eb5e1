// The file that tells processes what time it is: two doubles in little-endian order, the time and that of the beginning,
// both in ms of the clock.
import { closeSync, openSync, writeSync } from 'node:fs';

const SIZE = 16;

export function createClockFile(path: string, begin: number) {
  const file = openSync(path, 'w');
  const times = Buffer.alloc(SIZE);
  times.writeDoubleLE(begin, SIZE / 2);
  const moved = (time: number): void => {
    times.writeDoubleLE(time);
    writeSync(file, times, 0, SIZE, 0);
  };
  moved(begin);
  return { moved, close: (): void => closeSync(file) };
}
