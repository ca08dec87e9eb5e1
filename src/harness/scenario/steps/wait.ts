// `wait: 2s`, `wait: { until: rejected.retryAt }` or `wait: { since: first.sentAt, for: 3s }`.
import { z } from 'zod';
import { duration } from '../language/modifiers.js';
import { bareReference } from '../language/reference.js';
import { lookUp } from '../engine/lookup.js';
import { blocked, pauseUntil, type Stage } from '../engine/stage.js';
import { checkMoment } from './request-verb.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({
  wait: z.union([
    duration,
    z.strictObject({ until: z.string().describe('a time of a capture, as in rejected.retryAt') }),
    z.strictObject({ since: z.string().describe('a time of a capture, as in first.sentAt'), for: duration }),
  ]),
});
type Wait = z.output<typeof schema>['wait'];

export const wait = defineVerb<z.output<typeof schema>>({
  name: 'wait',
  summary: 'Lets time pass: a duration, until a time of a capture, or a duration since one.',
  schema,
  check: (fields, check) => {
    const written = fields.wait;
    if (typeof written === 'number') return;
    const key = 'until' in written ? 'until' : 'since';
    checkMoment(check, ['wait', key], bareReference('until' in written ? written.until : written.since));
  },
  waits: ({ wait: written }) => (typeof written === 'number' ? written : 0),
  run: async (fields, stage) => {
    const until = endOf(stage, fields.wait);
    if (until === undefined) return blocked('the time to wait for is not known');
    if (until - stage.clock.now() > LONGEST)
      return blocked(`the wait would take more than ${LONGEST / 1000} s`);
    return pauseUntil(stage, until, 'a wait of the scenario');
  },
});

/** A target may announce any delay; nobody waits longer than this for it, in ms. */
const LONGEST = 180_000;

function endOf(stage: Stage, written: Wait): number | undefined {
  if (typeof written === 'number') return stage.clock.now() + written;
  const moment = lookUp(stage, bareReference('until' in written ? written.until : written.since));
  if (typeof moment !== 'number') return undefined;
  return 'for' in written ? moment + written.for : moment;
}
