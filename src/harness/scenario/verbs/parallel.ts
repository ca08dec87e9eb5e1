// `parallel:` starts its steps at once, or each `at:` its offset; `times: 6` makes six of one.
import { z } from 'zod';
import { ensureOpen } from '../engine/connect.js';
import { defaultClient, implicitConnection } from '../engine/route.js';
import { type Halt, pauseUntil, type ExecutionContext } from '../engine/execution-context.js';
import type { Capture } from '../engine/capture.js';
import { runSteps } from '../engine/run-steps.js';
import { defineVerb, type Step } from './verb.js';

const schema = z.strictObject({ parallel: z.array(z.unknown()).min(1) });

export const parallel = defineVerb<z.output<typeof schema>>({
  name: 'parallel',
  summary:
    'Runs steps at the same time; inside of it steps take `at` (an offset), `times` (how many of it) and `every` (how far apart).',
  schema,
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
    return worst(ended.flatMap(({ halt }) => halt ?? []));
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
    for (const [name, one] of captures) {
      if (one === context.captures.get(name)) continue;
      const others = added.get(name);
      if (others) others.push(one);
      else added.set(name, [one]);
    }
  for (const [name, all] of added) {
    const [first] = all;
    if (first && child.times === 1) context.captures.set(name, first);
    else if (first)
      context.captures.set(name, {
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

function worst(halts: readonly Halt[]): Halt | undefined {
  return halts.toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind))[0];
}
