// The commands of random programs that are more than one request, or the time between them.
import fc from 'fast-check';
import {
  chosen,
  FIRST,
  canGo,
  createCommand,
  type DrawnRequests,
  asked,
  type ProgramCommand,
} from './commands.js';
import type { ProgramFacts } from './facts.js';
import type { StepData } from './program.js';
import { parseDuration } from '../../kernel/duration.js';
import { SURELY_KEPT } from '../judge/sightings.js';

// Several requests at once, or nearly so, some of them sent more than once under one key.

/** Offsets in ms: none, within a round trip, within an operation. */
const OFFSETS = [0, 0, 0, 1, 2, 5, 10, 20, 50, 120, 250];
const MOST_MEMBERS = 5;

export function burst(requests: DrawnRequests): fc.Arbitrary<ProgramCommand>[] {
  if (requests.length === 0) return [];
  const member = fc.record({
    step: fc.oneof(...requests),
    at: fc.constantFrom(...OFFSETS),
    times: fc.constantFrom(1, 1, 1, 2),
  });
  return [
    fc.array(member, { minLength: 2, maxLength: MOST_MEMBERS }).map((members) =>
      createCommand(
        (model, draft) => {
          const steps = members.map(({ step, at, times }) => ({
            // Several replies under one name are a list: of those no single command could be spoken of later.
            ...asked(model, draft, step, times === 1),
            ...(at === 0 ? {} : { at: `${at}ms` }),
            ...(times === 1 ? {} : { times }),
          }));
          draft.steps.push({ parallel: steps });
        },
        (model) => members.every(({ step }) => canGo(model, step)),
      ),
    ),
  ];
}

// Breaks the connection once an operation is out, and repeats the operation under its key.

export function drawCut(requests: DrawnRequests): fc.Arbitrary<ProgramCommand>[] {
  if (requests.length === 0) return [];
  return [
    fc.tuple(fc.oneof(...requests), fc.boolean()).map(([request, repeated]) =>
      createCommand(
        (model, draft) => {
          const { via } = request;
          const step = asked(model, draft, request);
          draft.steps.push({ ...step, cut: true });
          if (typeof via === 'string' && !repeated) model.broken.add(via);
          if (!repeated) return;
          if (typeof via === 'string') draft.steps.push({ reconnect: via });
          draft.steps.push({ repeat: step['as'], patient: false, as: draft.nextName() });
        },
        (model) => canGo(model, request),
      ),
    ),
  ];
}

// Many requests at once on one connection: what a server keeps apart while there are few may mix when there are many.

/** @param requests of which those are sent that go over the connection. */
export function flood(
  { connections }: ProgramFacts,
  requests: DrawnRequests,
): fc.Arbitrary<ProgramCommand>[] {
  if (requests.length === 0) return [];
  return connections.map((via) => {
    const others = fc.array(fc.oneof(...requests), { minLength: 2, maxLength: 4 });
    return fc.tuple(others, fc.integer({ min: 4, max: 10 })).map(([drawn, pings]) => {
      const there = drawn.map((step) => ({ ...withoutClient(step), via }));
      return createCommand(
        (model, draft) => {
          const steps = there.map((step) => asked(model, draft, step));
          draft.steps.push({ parallel: [...steps, { ping: null, via, patient: false, times: pings }] });
        },
        (model) => canGo(model, { via }),
      );
    });
  });
}

/** A connection has its own. */
function withoutClient(step: StepData): StepData {
  return Object.fromEntries(Object.entries(step).filter(([field]) => field !== 'client'));
}

// Opens a connection anew; in between nobody listens on it.

export function drawReconnect({ connections }: ProgramFacts): fc.Arbitrary<ProgramCommand>[] {
  return connections.map((connection) =>
    fc.boolean().map((away) =>
      createCommand(({ broken }, draft) => {
        if (away) broken.add(connection);
        else broken.delete(connection);
        draft.steps.push(away ? { disconnect: connection } : { reconnect: connection });
      }),
    ),
  );
}

// Sends an earlier operation again, unchanged, under its key: the same way or another, once or racing itself.

/** The latest are the most likely to be worth it, and the very first. */
const BACK = [0, 0, 1, 2, 3, 5, FIRST, FIRST];

/** A key is its client's: repeats go back to the client that sent the first. */
const ELSEWHERE: readonly StepData[] = [{}, {}, { via: 'rest' }, { via: 'ws' }];

export function drawRepeat({ clients }: ProgramFacts): fc.Arbitrary<ProgramCommand>[] {
  if (clients.length === 0) return [];
  const way = fc.constantFrom(...ELSEWHERE);
  return [
    fc.tuple(fc.constantFrom(...BACK), fc.array(way, { minLength: 1, maxLength: 3 })).map(([back, ways]) =>
      createCommand(
        ({ operations }, draft) => {
          const first = chosen(operations, back);
          const steps = ways.map((each) => ({
            repeat: first,
            ...each,
            patient: false,
            as: draft.nextName(),
          }));
          draft.steps.push(steps.length === 1 ? (steps[0] ?? {}) : { parallel: steps });
        },
        (model) => model.operations.length > 0 && ways.every((each) => canGo(model, each)),
      ),
    ),
  ];
}

// Sends another operation under a key that has been used.

export function reuseKey(requests: DrawnRequests): fc.Arbitrary<ProgramCommand>[] {
  if (requests.length === 0) return [];
  return [
    fc.tuple(fc.nat({ max: 5 }), fc.oneof(...requests)).map(([back, request]) =>
      createCommand(
        (model, draft) => {
          const step = asked(model, draft, request, false);
          draft.steps.push('key' in step ? { ...step, key: chosen(model.operations, back) } : step);
        },
        (model) => model.operations.length > 0 && canGo(model, request),
      ),
    ),
  ];
}

// Many operations in a row, each under a key of its own, and then the first of them once more: what is remembered
// must not depend on how much came after it.

const LEAST = 8;
const MOST = 12;

/** @param requests that create commands. */
export function series(requests: DrawnRequests): fc.Arbitrary<ProgramCommand>[] {
  return requests.map((drawn) =>
    fc.tuple(drawn, fc.integer({ min: LEAST, max: MOST })).map(([request, count]) =>
      createCommand(
        (model, draft) => {
          const steps = Array.from({ length: count }, () => asked(model, draft, request));
          draft.steps.push(...steps, { repeat: steps[0]?.['as'], patient: false, as: draft.nextName() });
        },
        (model) => canGo(model, request),
      ),
    ),
  );
}

// Lets time pass: within an operation, on both sides of the refresh budget, and long enough to be forgotten.

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
