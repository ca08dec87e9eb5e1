// The phases of one run on a simulator in the same process: prepared once, checks, random programs, one result.
import { describe, expect, it } from 'vitest';
import { PROPERTIES } from '../../../src/harness/property/results.js';
import type { OpenTarget } from '../../../src/harness/run/open-target.js';
import { plan } from '../../../src/harness/run/plan.js';
import type { Progress } from '../../../src/harness/run/run-options.js';
import { run, type RunEnd, type TargetRunOptions } from '../../../src/harness/run/run.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import { openInProcess, thenClose } from '../../../src/lab/in-process/open-in-process.js';
import { simulated } from '../../property/executor.js';
import { withSteps } from '../scenario/support/run-scenario.js';

interface Ended {
  readonly end: RunEnd;
  readonly progress: readonly Progress[];
  /** The phases in their order, each once. */
  readonly phases: readonly string[];
}

const PHASES = new Set<string>(['run-started', 'check-ended', 'restoring', 'program-started']);

interface Setup {
  readonly withPrograms?: boolean;
  readonly target?: (open: OpenTarget) => Partial<OpenTarget>;
  readonly more?: Partial<TargetRunOptions>;
  readonly onProgress?: (progress: Progress) => void;
}

/** One check and three programs, unless it is said. */
async function phasesOf({
  withPrograms = true,
  target = () => ({}),
  more,
  onProgress,
}: Setup = {}): Promise<Ended> {
  const { open: opened, clock } = await openInProcess(simulated({}));
  const open = { ...opened, ...target(opened) };
  const parsed = parseScenario(withSteps('- ping:\n  via: ws\n  expect: SUCCESS'), 'scenarios/ws/one.yaml');
  if (!parsed.ok) throw new Error('the scenario is right');
  const planned = plan([parsed.value], opened.profile);
  if (!planned.ok) throw new Error('the profile offers what it needs');
  const progress: Progress[] = [];
  const programs = {
    properties: PROPERTIES,
    limits: { runs: 3 },
    clock,
    onCounterexample: () => Promise.reject(new Error('nothing is wrong')),
  };
  const running = run(open, {
    plan: planned.plan,
    ...(withPrograms && { programs }),
    onProgress: (each) => {
      progress.push(each);
      onProgress?.(each);
    },
    ...more,
  });
  const end = await clock.runUntil(thenClose(running, opened));
  const kinds = progress.map(({ kind }) => kind).filter((kind) => PHASES.has(kind));
  return { end, progress, phases: kinds.filter((kind, at) => kind !== kinds[at - 1]) };
}

describe('a run with random programs', () => {
  it('prepares the target once, runs programs beside the checks, puts back in the end, and comes to one result', async () => {
    const { end, phases } = await phasesOf();
    if (!end.ok) throw new Error('profile and dialect fit');
    expect(phases).toEqual([...['run-started', 'program-started', 'check-ended', 'restoring']]);
    const { checks, programs, notRestored, cutShort } = end.result;
    expect(checks.map(({ id }) => id)).toEqual(['ws/one', ...PROPERTIES.map(({ id }) => id)]);
    expect(checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped')).toEqual([]);
    expect(checks.filter(({ verdict, area }) => area === 'properties' && verdict === 'pass')).not.toEqual([]);
    expect(programs).toMatchObject({ programs: 3 });
    expect([notRestored, cutShort]).toEqual([[], undefined]);
  });

  it('that is interrupted before them gets none', async () => {
    const stop = new AbortController();
    const { end, phases } = await phasesOf({
      more: { signal: stop.signal },
      onProgress: ({ kind }) => kind === 'run-started' && stop.abort(),
    });
    if (!end.ok) throw new Error('profile and dialect fit');
    expect(phases).not.toContain('program-started');
    expect(end.result).toMatchObject({ cutShort: 'interrupted', notRestored: [] });
    expect(end.result.checks.map(({ id }) => id)).toEqual(['ws/one']);
    expect(end.result.programs).toBeUndefined();
  });

  it('that is interrupted among them says so, and puts back what they have done', async () => {
    const stop = new AbortController();
    const { end, phases } = await phasesOf({
      more: { signal: stop.signal },
      onProgress: ({ kind }) => kind === 'program-started' && stop.abort(),
    });
    if (!end.ok) throw new Error('profile and dialect fit');
    expect(phases.slice(-2)).toEqual(['check-ended', 'restoring']);
    expect(end.result).toMatchObject({ cutShort: 'interrupted', notRestored: [] });
  });

  const elsewhere = ({ profile }: OpenTarget): Partial<OpenTarget> => {
    const devices = Object.entries(profile.devices).map(([name, device], at) => {
      return [name, at === 0 ? { ...device, deviceId: 'not-there' } : device];
    });
    return { vouchedFor: false, profile: { ...profile, devices: Object.fromEntries(devices) } };
  };

  it('does not begin where the profile does not fit the target', async () => {
    const { end, progress } = await phasesOf({ target: elsewhere });
    if (end.ok || end.kind !== 'differs') throw new Error('there is no such device');
    expect(end.problems.map(({ message }) => message).join()).toContain('not-there');
    expect(progress).toEqual([]);
  });

  it('begins all the same where it is told to', async () => {
    const { end } = await phasesOf({ target: elsewhere, withPrograms: false, more: { anyway: true } });
    expect(end).toMatchObject({ ok: true, result: { checks: [{ id: 'ws/one', verdict: 'pass' }] } });
  });
});
