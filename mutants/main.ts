// `npm run mutants`: what the suite misses when nobody has chosen the bugs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assert } from '../src/kernel/assert.js';
import { createSystemClock } from '../src/kernel/system-clock.js';
import { makeCopy } from './copy.js';
import { coverageOf } from './coverage.js';
import { createReach } from './order.js';
import { readArguments } from './arguments.js';
import { chosen } from './sample.js';
import { createTryThread } from './thread.js';
import { keptIn, tryMutants } from './try-mutants.js';

const { seed, sample, only, jobs, whole, report } = readArguments(process.argv.slice(2));
const clock = createSystemClock();
const { root, mutants } = await makeCopy();
const module = pathToFileURL(join(root, 'mutants', 'worker.js'));
const data = { root, seed };
const threads = Array.from({ length: jobs }, () => createTryThread(module, data, clock));
const begun = clock.now();
const say = (text: string): void => void process.stderr.write(`${text}\n`);
try {
  const [first] = threads;
  assert(first, 'there is a thread at least');
  const about = await first.about();
  const coverage = await coverageOf(root, about, threads);
  say(`coverage: ${((clock.now() - begun) / 1000).toFixed(1)} s`);
  const reachOf = createReach(coverage);
  const asked = chosen(mutants, { seed, sample, only });
  const kept = keptIn(join(root, `outcomes-${seed}${whole ? '-whole' : ''}.ndjson`));
  const left = asked.filter(({ id }) => !kept.known.has(id));
  say(`${mutants.length} mutants, ${asked.length} asked for, ${left.length} not tried yet`);
  let done = 0;
  const since = clock.now();
  await tryMutants(
    left,
    reachOf,
    { module, data, profile: about.profile, clock, threads, whole },
    (outcome) => {
      kept.add(outcome);
      if (++done % 50 === 0)
        say(`${done}/${left.length} ${((done / (clock.now() - since)) * 60_000).toFixed(0)} a minute`);
    },
  );
  const outcomes = asked.flatMap(({ id }) => kept.known.get(id) ?? []);
  const counts: Record<string, number> = {};
  for (const { sort, cause } of outcomes) {
    const name = cause === undefined ? sort : `${sort} (${cause})`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  say(JSON.stringify(counts, null, 1));
  for (const path of report) writeFileSync(path, JSON.stringify(outcomes, null, 1));
} finally {
  await Promise.all(threads.map((thread) => thread.close()));
}
