// The verbs of time and order: `wait`, `parallel` and `pollUntil`.
import * as z from 'zod';
import { durationModifier, name } from '../language/modifiers.js';
import { namesOf } from '../language/names.js';
import { bareReference } from '../language/reference.js';
import { lookUpReference } from '../engine/lookup.js';
import { ensureOpen, listenUntil } from '../engine/connect.js';
import {
  blocked,
  type Capture,
  type ExecutionContext,
  type Halt,
  pauseUntil,
} from '../engine/execution-context.js';
import { announcedTooLong } from '../../target/retry.js';
import { checkMoment } from './request-verb.js';
import { defineVerb, type Step } from './verb.js';
import { defaultClient, implicitConnection } from '../engine/route.js';
import { runSteps } from '../engine/attempt.js';
import { createNotes, type Notes } from '../engine/notes.js';

// `wait: 2s`, `wait: { until: rejected.retryAt }`, `wait: { since: first.sentAt, for: 3s }` or `wait: { rested: plant }`.

const waitSchema = z.strictObject({
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
    z.strictObject({
      rested: name.describe('a device: no earlier refresh by this run is in the way of its next one'),
    }),
  ]),
});
type Wait = z.output<typeof waitSchema>['wait'];

export const wait = defineVerb<z.output<typeof waitSchema>>({
  name: 'wait',
  summary: 'Lets time pass: a duration, until a time of a capture, or a duration since one.',
  schema: waitSchema,
  check: (fields, check) => {
    const written = fields.wait;
    if (typeof written === 'number') return;
    if ('rested' in written)
      return void check.known(['wait', 'rested'], 'device', written.rested, namesOf(check.names, 'device'));
    const key = 'until' in written ? 'until' : 'since';
    checkMoment(check, ['wait', key], bareReference('until' in written ? written.until : written.since));
  },
  waits: ({ wait: written }) => {
    if (typeof written === 'number' || 'rested' in written) return written;
    return 'until' in written
      ? { capture: bareReference(written.until).root }
      : { capture: bareReference(written.since).root, duration: written.for };
  },
  run: async (fields, context) => {
    const until = endOf(context, fields.wait);
    if (typeof fields.wait === 'object' && 'rested' in fields.wait)
      return listenUntil(context, until ?? 0, 'the rest of the device');
    if (until === undefined) return blocked('the time to wait for is not known');
    // How long the scenario itself waits is bounded where it is read.
    const announced = until - context.clock.now() - ownPart(fields.wait);
    const instead =
      typeof fields.wait === 'object' && 'until' in fields.wait ? fields.wait.orAfter : undefined;
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

function endOf(context: ExecutionContext, written: Wait): number | undefined {
  if (typeof written === 'number') return context.clock.now() + written;
  if ('rested' in written)
    return context.refreshes.surelyRestedAt(context.devices.get(written.rested)?.deviceId ?? '');
  const moment = lookUpReference(context, bareReference('until' in written ? written.until : written.since));
  if (typeof moment !== 'number') return undefined;
  return 'for' in written ? moment + written.for : moment;
}

// `parallel:` starts its steps at once, or each `at:` its offset; `times: 6` makes six of one.

const parallelSchema = z.strictObject({ parallel: z.array(z.unknown()).min(1) });

export const parallel = defineVerb<z.output<typeof parallelSchema>>({
  name: 'parallel',
  summary:
    'Runs steps at the same time; inside of it steps take `at` (an offset), `times` (how many of it) and `every` (how far apart).',
  schema: parallelSchema,
  nested: { key: 'parallel', apart: true },
  run: async (_, context, step) => {
    const lost = await openImplicit(context, step.children);
    if (lost) return lost;
    const start = context.clock.now();
    const runs = step.children.flatMap((child) =>
      Array.from({ length: child.times }, async (_each, at) =>
        runApart(context, child, start + child.at + at * child.every),
      ),
    );
    const ended = await Promise.all(runs);
    for (const child of step.children)
      gather(
        context,
        child,
        ended.filter((run) => run.child === child),
      );
    const halts = ended.flatMap(({ halt }) => halt ?? []);
    return halts.toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind))[0];
  },
});

interface Run {
  readonly child: Step;
  readonly captures: ReadonlyMap<string, Capture>;
  readonly halt: Halt | undefined;
}

/** Steps that run at once do not see each other's captures. */
async function runApart(context: ExecutionContext, child: Step, startAt: number): Promise<Run> {
  const captures = new Map(context.captures);
  const waited = await pauseUntil(context, startAt, `the offset of ${child.label}`);
  const halt = waited ?? (await runSteps([child], { ...context, captures }));
  return { child, captures, halt };
}

/** What each run has captured itself: what it has from before it, all have. */
function gather(context: ExecutionContext, child: Step, runs: readonly Run[]): void {
  const added = new Map<string, Capture[]>();
  for (const { captures } of runs)
    for (const [called, one] of captures) {
      if (one === context.captures.get(called)) continue;
      const others = added.get(called);
      if (others) others.push(one);
      else added.set(called, [one]);
    }
  for (const [called, all] of added) {
    const [first] = all;
    if (first && child.times === 1) context.captures.set(called, first);
    else if (first)
      context.captures.set(called, {
        ...first,
        views: all.flatMap(({ views }) => views),
        many: true,
        exchanges: all.flatMap(({ exchanges }) => exchanges),
      });
  }
}

/** Connections that are opened when they are first used would take their time at the wrong moment. */
async function openImplicit(context: ExecutionContext, children: readonly Step[]): Promise<Halt | undefined> {
  const clients = children
    .filter(({ fields }) => fields['via'] === 'ws')
    .map(({ fields }) => (typeof fields['client'] === 'string' ? fields['client'] : defaultClient(context)));
  for (const client of new Set(clients)) {
    const lost = await ensureOpen(context, implicitConnection(context, client), client);
    if (lost) return lost;
  }
  return undefined;
}

const GRAVITY: readonly Halt['kind'][] = ['interrupted', 'unsafe', 'unfit', 'observed', 'blocked'];

// `pollUntil:` runs its steps again and again until all that they check holds, or until it has had enough.

const pollUntilSchema = z.strictObject({
  pollUntil: z.array(z.unknown()).min(1),
  every: durationModifier.optional().describe('the pause between two rounds; default 200ms'),
  atMost: durationModifier.optional().describe('the time after which no further round begins; default 10s'),
  rounds: z.int().positive().max(100).optional().describe('how many rounds at most'),
});

export const pollUntil = defineVerb<z.output<typeof pollUntilSchema>>({
  name: 'pollUntil',
  summary: 'Repeats steps until what they check or assume holds; the last round counts.',
  schema: pollUntilSchema,
  nested: { key: 'pollUntil', apart: false },
  run: async (fields, context, step) => {
    const { every = 200, atMost = 10_000, rounds = 100 } = fields;
    const endAt = context.clock.now() + atMost;
    for (let round = 1; ; round++) {
      const notes = createNotes(context.clock.now());
      const halt = await runSteps(step.children, { ...context, notes });
      const last = round >= rounds || context.clock.now() + every > endAt;
      carryOver(context, notes);
      // What has not come about yet may in the next round; what never will ends it.
      const notYet =
        halt?.kind === 'observed' || halt?.kind === 'unfit' || (halt?.kind === 'blocked' && !halt.final);
      if (!notYet || last) {
        for (const observation of notes.observations) context.notes.observe(observation);
        return halt;
      }
      const interrupted = await pauseUntil(context, context.clock.now() + every, step.label);
      if (interrupted) return interrupted;
    }
  },
});

/** All but the observations, of which only those of the last round count. */
function carryOver(context: ExecutionContext, notes: Notes): void {
  for (const { by, detail } of notes.disturbances) context.notes.disturbed(by, detail);
  if (notes.inVain) context.notes.endedInVain();
  context.notes.announced(notes.announcedUntil);
  context.notes.sent(notes.lastSentAt);
}
