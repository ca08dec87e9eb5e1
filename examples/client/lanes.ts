// One queue for each device: the service carries out one operation on a device at a time, so the client sends the
// next request when the last one has been answered.
import type { Answer } from './answer.js';

export interface Lanes {
  /** What is run in one lane is done one after the other, in the order of the calls. */
  run(lane: string, work: () => Promise<Answer>): Promise<Answer>;
}

const MOST_WAITING = 100;

export function createLanes(): Lanes {
  const lanes = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return {
    run: async (name, work) => {
      const lane = lanes.get(name) ?? { last: Promise.resolve(), waiting: 0 };
      if (lane.waiting >= MOST_WAITING) {
        return { kind: 'not sent', code: 'QUEUE_FULL', message: `too much is waiting for ${name}` };
      }
      lanes.set(name, lane);
      lane.waiting += 1;
      const turn = lane.last.then(work);
      lane.last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        lane.waiting -= 1;
        if (lane.waiting === 0) lanes.delete(name);
      }
    },
  };
}
