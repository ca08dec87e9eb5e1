// `parallel:` starts its steps at once, or each `at:` its offset; `times: 6` makes six of one.
import { z } from 'zod';
import { ensureOpen } from '../engine/connect.js';
import { defaultClient, implicitConnection } from '../engine/route.js';
import { type Halt, pauseUntil, type Stage } from '../engine/stage.js';
import { type Capture } from '../engine/capture.js';
import type { Step } from '../scenario.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({ parallel: z.array(z.unknown()).min(1) });

export const parallel = defineVerb<z.output<typeof schema>>({
  name: 'parallel',
  summary:
    'Runs steps at the same time; inside of it steps take `at` (an offset), `times` (how many of it) and `every` (how far apart).',
  schema,
  nested: { key: 'parallel', apart: true },
  run: async (_, stage, step) => {
    const lost = await openImplicit(stage, step.children);
    if (lost) return lost;
    const start = stage.clock.now();
    const runs = step.children.flatMap((child) =>
      Array.from({ length: child.times }, async (_each, at) =>
        runApart(stage, child, start + child.at + at * child.every),
      ),
    );
    const ended = await Promise.all(runs);
    for (const child of step.children)
      gather(
        stage,
        child,
        ended.filter((run) => run.child === child),
      );
    return worst(ended.flatMap(({ halt }) => halt ?? []));
  },
});

interface Run {
  readonly child: Step;
  readonly captures: ReadonlyMap<string, Capture>;
  readonly halt: Halt | undefined;
}

/** Steps that run at once do not see each other's captures. */
async function runApart(stage: Stage, child: Step, startAt: number): Promise<Run> {
  const captures = new Map(stage.captures);
  const waited = await pauseUntil(stage, startAt, `the offset of ${child.label}`);
  const halt = waited ?? (await stage.runSteps([child], { ...stage, captures }));
  return { child, captures, halt };
}

function gather(stage: Stage, child: Step, runs: readonly Run[]): void {
  const names = new Set(runs.flatMap(({ captures }) => [...captures.keys()]));
  for (const name of names) {
    const added = runs
      .flatMap(({ captures }) => captures.get(name) ?? [])
      .filter((one) => one !== stage.captures.get(name));
    const [first] = added;
    if (first && child.times === 1) stage.captures.set(name, first);
    else if (first)
      stage.captures.set(name, {
        ...first,
        views: added.flatMap(({ views }) => views),
        many: true,
        exchanges: added.flatMap(({ exchanges }) => exchanges),
      });
  }
}

/** Connections that are opened when they are first used would take their time at the wrong moment. */
async function openImplicit(stage: Stage, children: readonly Step[]): Promise<Halt | undefined> {
  const clients = children
    .filter(({ fields }) => fields['via'] === 'ws')
    .map(({ fields }) => (typeof fields['client'] === 'string' ? fields['client'] : defaultClient(stage)));
  for (const client of new Set(clients)) {
    const lost = await ensureOpen(stage, implicitConnection(stage, client), client);
    if (lost) return lost;
  }
  return undefined;
}

const GRAVITY: readonly Halt['kind'][] = ['interrupted', 'unsafe', 'observed', 'blocked'];

function worst(halts: readonly Halt[]): Halt | undefined {
  return halts.toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind))[0];
}
