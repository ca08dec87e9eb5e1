// `wait: 2s`, `wait: { until: rejected.retryAt }` or `wait: { since: first.sentAt, for: 3s }`.
import { z } from 'zod';
import { durationModifier } from '../language/modifiers.js';
import { bareReference } from '../language/reference.js';
import { lookUpReference } from '../engine/lookup.js';
import { listenUntil } from '../engine/heartbeat.js';
import { blocked, type ExecutionContext } from '../engine/execution-context.js';
import { announcedTooLong } from '../../target/retry.js';
import { checkMoment } from './request-verb.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({
  wait: z.union([
    durationModifier,
    z.strictObject({
      until: z.string().describe('a time of a capture, as in rejected.retryAt'),
      orAfter: durationModifier
        .optional()
        .describe('where that is further away than `longestWait` of the profile, go on after this long'),
    }),
    z.strictObject({
      since: z.string().describe('a time of a capture, as in first.sentAt'),
      for: durationModifier,
    }),
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
  waits: ({ wait: written }) => {
    if (typeof written === 'number') return written;
    return 'until' in written
      ? { capture: bareReference(written.until).root }
      : { capture: bareReference(written.since).root, duration: written.for };
  },
  run: async (fields, context) => {
    const until = endOf(context, fields.wait);
    if (until === undefined) return blocked('the time to wait for is not known');
    // How long the scenario itself waits is bounded where it is read.
    const announced = until - context.clock.now() - ownPart(fields.wait);
    const instead = insteadOf(fields.wait);
    if (announced > context.longestWait && instead !== undefined)
      return listenUntil(
        context,
        context.clock.now() + instead,
        'a look at what was announced as too far away',
      );
    if (announced > context.longestWait)
      return blocked(announcedTooLong(announced, context.longestWait), true);
    return listenUntil(context, until, 'a wait of the scenario');
  },
});

function ownPart(written: Wait): number {
  if (typeof written === 'number') return written;
  return 'for' in written ? written.for : 0;
}

function insteadOf(written: Wait): number | undefined {
  return typeof written === 'object' && 'until' in written ? written.orAfter : undefined;
}

function endOf(context: ExecutionContext, written: Wait): number | undefined {
  if (typeof written === 'number') return context.clock.now() + written;
  const moment = lookUpReference(context, bareReference('until' in written ? written.until : written.since));
  if (typeof moment !== 'number') return undefined;
  return 'for' in written ? moment + written.for : moment;
}
