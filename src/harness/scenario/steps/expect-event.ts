// `expectEvent: device.state.changed` with `on: [left, right]`: the event must come on each of them.
import { z } from 'zod';
import { duration, list, name } from '../language/modifiers.js';
import { define } from '../language/names.js';
import { observe } from '../engine/checkpoint.js';
import { DISTURBANCE_WORDS } from '../engine/disturbance.js';
import type { Evaluation } from '../engine/evaluate.js';
import type { Halt, Stage } from '../engine/stage.js';
import type { View } from '../view/reply-view.js';
import * as events from './event-fields.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({
  expectEvent: events.eventTopic,
  within: duration.optional().describe("how long to wait for it; default: the profile's patience"),
  as: name.optional(),
  ...events.listening,
});

export const expectEvent = defineVerb<z.output<typeof schema>>({
  name: 'expectEvent',
  summary: 'An event must come on each of the connections; it may have come already, and more than once.',
  schema,
  capabilities: ['websocket'],
  check: (fields, check) => {
    events.checkListening(fields, check);
    if (fields.as !== undefined) define(check, ['as'], fields.as, 'event');
  },
  run: async (fields, stage, step) => {
    const wanted = events.wantedEvent(stage, fields.expectEvent, fields);
    const since = events.sinceWhen(stage, fields.since);
    const until = Math.max(since, stage.clock.now()) + (fields.within ?? stage.patience);
    const missing = await lookOut(stage, list(fields.on), { wanted, since, until });
    if (stage.signal.aborted) return { kind: 'interrupted' } satisfies Halt;
    const found = list(fields.on)
      .map((each) => foundOn(stage, each, wanted, since))
      .filter((each) => each !== undefined);
    if (fields.as !== undefined && found.length > 0)
      stage.captures.set(fields.as, { kind: 'event', views: found.slice(0, 1), many: false, exchanges: [] });
    const evaluation = evaluate(stage, missing, { wanted, since, until });
    if (evaluation.by) stage.notes.disturbed(evaluation.by, evaluation.actual);
    // Nothing bounds the time that an event may take: only one that never comes counts.
    return observe(stage, step, { ...fields, confirm: true }, evaluation, []);
  },
});

interface Watch {
  readonly wanted: Record<string, unknown>;
  readonly since: number;
  readonly until: number;
}

/** The connections on which the event has not come when all is heard or the time is up. */
async function lookOut(stage: Stage, names: readonly string[], watch: Watch): Promise<readonly string[]> {
  for (;;) {
    const missing = names.filter((each) => !foundOn(stage, each, watch.wanted, watch.since));
    const open = missing.flatMap((each) => stage.connections.get(each) ?? []).filter(({ closed }) => !closed);
    const over = stage.clock.now() >= watch.until || stage.signal.aborted;
    if (missing.length === 0 || open.length === 0 || over) return missing;
    await events.nextSign(stage, open, watch.until);
  }
}

function foundOn(
  stage: Stage,
  connection: string,
  wanted: Record<string, unknown>,
  since: number,
): View | undefined {
  const listener = stage.connections.get(connection);
  return listener && events.findEvent(events.eventsOf(stage, listener, since), wanted);
}

function evaluate(stage: Stage, missing: readonly string[], { wanted, since, until }: Watch): Evaluation {
  const expected = `the event ${events.describeEvent(wanted)}`;
  if (missing.length === 0) return { result: 'held', expected, actual: 'it came' };
  const where = `on ${missing.join(' and ')}`;
  const deaf = missing.filter((each) => !events.heardAll(stage.connections.get(each), since));
  if (deaf.length > 0)
    return {
      result: 'spoiled',
      expected,
      actual: `${deaf.join(', ')}: ${DISTURBANCE_WORDS.broken}`,
      by: 'broken',
    };
  const others = missing.flatMap((each) => {
    const connection = stage.connections.get(each);
    return connection ? events.eventsOf(stage, connection, since) : [];
  });
  const seconds = Math.round((until - since) / 100) / 10;
  return { result: 'deviated', expected, actual: `none came ${where} in ${seconds} s; ${summaryOf(others)}` };
}

function summaryOf(others: readonly View[]): string {
  if (others.length === 0) return 'nor any other event';
  return `other events: ${others
    .slice(0, 3)
    .map(
      (event) =>
        `${String(event['topic'])} of ${String(event['device'])}, changes ${JSON.stringify(event['changes'])}`,
    )
    .join('; ')}`;
}
