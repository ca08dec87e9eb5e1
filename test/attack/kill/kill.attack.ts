// Runs that are killed at random moments, told to end by a terminal that is closed, or by an impatient user. After
// `conform restore` the witness sees everything as it was before the first of them: each time.
import { afterAll, describe, expect, test } from 'vitest';
import { createRandom, type RandomStream } from '../../../src/kernel/random.js';
import { attackSeed, sized } from '../size.js';
import type { Running } from '../../e2e/bin.js';
import { differences, openStand, type Stand, type Truth } from './stand.js';

/** Side by side, each on a simulator of its own. */
const STANDS = 4;
const WITHIN = 30_000;

type Kind = 'SIGKILL' | 'SIGHUP' | 'two SIGINTs';

interface Prepared {
  readonly stand: Stand;
  readonly before: Truth;
  /** What moves by itself. */
  readonly restless: ReadonlySet<string>;
  /** How long a run is at work that nobody ends, in ms. */
  readonly wholeRun: number;
}

interface Counts {
  runs: number;
  /** After `conform restore` everything was as before the first run. */
  restored: number;
  /** The run had left a restore file. */
  left: number;
  /** Something was not as before the first run before it was put back. */
  changed: number;
  /** The first `conform restore` was killed, too. */
  restoreKilled: number;
  /** No restore in between: the next run found what this one has left. */
  passedOn: number;
}

const stands: Stand[] = [];
afterAll(async () => {
  await Promise.all(stands.map(({ stop }) => stop()));
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function prepare(managed: boolean): Promise<Prepared> {
  const stand = await openStand({ managed });
  stands.push(stand);
  const before = await stand.truth();
  const restless = new Set(Object.keys(before).filter((key) => / (analog|sensor) /.test(key)));
  for (let looks = 0; looks < 4; looks++) {
    await pause(300);
    const now = await stand.truth();
    for (const key of Object.keys(now))
      if (now[key] !== before[key] && !Array.isArray(now[key])) restless.add(key);
  }
  const whole = stand.run(1);
  await atWork(stand, whole);
  const begun = Date.now();
  const { code, stderr } = await whole.ended;
  // On a machine with much to do a check may come to no verdict; what counts here is what is left behind.
  expect([0, 4]).toContain(code);
  // A run that takes longer says every 15 s how far it is. On a late machine a program may show something once, and a
  // check that came too late for its own deadline comes to its verdict when it is tried once more.
  const usual =
    /^(?:looking at the target|\d+\/\d+|random programs: |\S+ in doubt: |revised: inconclusive -> pass ).*\n/gm;
  expect(stderr.replaceAll(usual, '')).toBe('');
  expect(stand.hasRestoreFile()).toBe(false);
  const wholeRun = Date.now() - begun;
  expect(differences(before, await stand.truth(), restless)).toEqual([]);
  return { stand, before, restless, wholeRun };
}

/** The program takes a while to load, the longer the more the machine has to do. */
async function atWork({ isBusy }: Stand, run: Running): Promise<void> {
  let over = false;
  void run.ended.then(() => (over = true));
  while (!isBusy() && !over) await pause(20);
}

async function endRun(
  kind: Kind,
  { stand, wholeRun }: Prepared,
  random: RandomStream,
  seed: number,
): Promise<void> {
  const run = stand.run(seed);
  // What a killed one has left as a lock is there from the beginning: then the moment counts from the start.
  await atWork(stand, run);
  await pause(random.fraction() * wholeRun);
  if (kind === 'two SIGINTs') {
    run.kill('SIGINT');
    await pause(random.fraction() * 300);
    run.kill('SIGINT');
  } else run.kill(kind);
  const since = Date.now();
  await run.ended;
  expect(Date.now() - since).toBeLessThan(WITHIN);
}

async function putBack({ stand }: Prepared, random: RandomStream, counts: Counts): Promise<string[]> {
  if (random.chance(0.2)) {
    const first = stand.restore();
    await pause(300 + random.fraction() * 1000);
    first.kill('SIGKILL');
    await first.ended;
    counts.restoreKilled++;
  }
  const { code, stdout, stderr } = await stand.restore().ended;
  return code === 0 ? [] : [`conform restore ended with ${code}: ${stdout}${stderr}`];
}

/** @param share of the runs of this stand. */
async function attack(
  kind: Kind,
  share: number,
  at: number,
  counts: Counts,
  failures: string[],
): Promise<void> {
  const random = createRandom(attackSeed()).stream(`kill ${kind} ${at}`);
  const prepared = await prepare(at % 2 === 1);
  const { stand, before, restless } = prepared;
  let waiting = 0;
  for (let run = 1; run <= share; run++) {
    await endRun(kind, prepared, random, 100 * at + run);
    counts.runs++;
    waiting++;
    if (stand.hasRestoreFile()) counts.left++;
    if (differences(before, await stand.truth(), restless).length > 0) counts.changed++;
    if (kind === 'SIGKILL' && run < share && random.chance(0.25)) {
      counts.passedOn++;
      continue;
    }
    const wrong = await putBack(prepared, random, counts);
    wrong.push(...differences(before, await stand.truth(), restless));
    if (stand.hasRestoreFile()) wrong.push('there is a restore file yet');
    if (wrong.length === 0) counts.restored += waiting;
    else failures.push(`${kind}, stand ${at}, run ${run}: ${wrong.join('; ')}`);
    waiting = 0;
  }
}

describe('what is switched does not stay switched', () => {
  for (const [kind, whole] of [
    ['SIGKILL', 200],
    ['SIGHUP', 50],
    ['two SIGINTs', 50],
  ] as const)
    test(`${kind} at seeded moments: conform restore puts everything back`, async () => {
      const counts: Counts = { runs: 0, restored: 0, left: 0, changed: 0, restoreKilled: 0, passedOn: 0 };
      const failures: string[] = [];
      const runs = sized(whole);
      const shares = Array.from({ length: STANDS }, (_, at) => Math.floor((runs + at) / STANDS));
      const used = shares.map((share, at) => [share, at] as const).filter(([share]) => share > 0);
      await Promise.all(used.map(([share, at]) => attack(kind, share, at, counts, failures)));
      process.stdout.write(`${kind}: ${JSON.stringify(counts)}\n${failures.join('\n')}\n`);
      expect(failures).toEqual([]);
      expect(counts.restored).toBe(runs);
      // Most kills must come when there is something to put back, or they would prove nothing.
      const atLeast = kind === 'SIGKILL' ? runs / 4 : 0;
      expect(counts.left).toBeGreaterThanOrEqual(atLeast);
      expect(counts.changed).toBeGreaterThanOrEqual(atLeast / 2);
    });
});
