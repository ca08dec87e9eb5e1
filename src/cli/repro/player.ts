// What runs in a repro script: sends what the plan says, when it says, and judges what comes by the second judge alone.
// It is bundled into one file of plain Node, with nothing else of the program but what reads the names of a dialect.
import { setMaxListeners } from 'node:events';
import { createSecondJudge } from '../../checker/checker.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import { readDialect } from '../../dialect/read-dialect.js';
import type { TraceRecord } from '../../trace/record.js';
import { type Attempt, createAttempt, pause, playAttempt } from './attempt.js';
import type { ReproPlan } from './plan.js';
import { reappears } from './reappears.js';
import { lookBefore, undoActs } from './put-back.js';
import type { PlayerSurroundings } from './wire.js';

/** How a script ends: the breach shows, it does not, or nobody can tell. */
export const REPRO_EXIT = { absent: 0, shown: 1, untold: 2 } as const;

/** As often an attempt is begun anew that a rejection, a busy device or a failure has spoilt. */
const MOST_ATTEMPTS = 3;
/** Longer waits are not waited for, in ms. */
const LONGEST_PAUSE = 60_000;

/** Of where it stands in its file, the script knows nothing. */
function inScript(value: unknown): YamlDocument {
  const place = { file: 'the dialect', line: 1, column: 1 };
  return { file: place.file, text: '', value, placeOf: () => place, placeOfKey: () => place };
}

export async function playRepro(plan: ReproPlan, around: PlayerSurroundings): Promise<number> {
  // Each pause and each request listens to it.
  setMaxListeners(0, around.signal);
  const read = readDialect(inScript(plan.dialect));
  const wanted = [
    ...Object.values(plan.clients).map(({ secretEnv, clientId }) => [secretEnv, `secret of ${clientId}`]),
    ...Object.entries(plan.acts.variables).map(([name, { is, usually }]) => [
      usually === undefined ? name : '',
      is,
    ]),
    ...(plan.managed ? [[plan.managed.passwordEnv, `password of ${plan.managed.deviceId}`]] : []),
  ];
  const missing = wanted.filter(([variable = '']) => variable !== '' && !around.env[variable]);
  if (!read.ok || missing.length > 0) {
    const variables = missing.map(([variable, what]) => `${variable}, the ${what}`);
    around.say(read.ok ? `Set ${variables.join('; ')}.` : 'The dialect in this file cannot be read.');
    return REPRO_EXIT.untold;
  }
  let putBack: Awaited<ReturnType<typeof lookBefore>> | undefined;
  try {
    putBack = await lookBefore(createAttempt(plan, read.value, around));
    return await playUntilTold(plan, read.value, around);
  } catch (error) {
    around.say(`Nothing can be told: ${error instanceof Error ? error.message : String(error)}`);
    return REPRO_EXIT.untold;
  } finally {
    // Also after an interrupt, which ends everything else.
    await putBack?.(createAttempt(plan, read.value, afterwards(around)));
  }
}

/** Nothing interrupts what puts back. */
const afterwards = (around: PlayerSurroundings): PlayerSurroundings => ({
  ...around,
  signal: new AbortController().signal,
});

async function playUntilTold(plan: ReproPlan, dialect: Dialect, around: PlayerSurroundings): Promise<number> {
  for (let count = 1; count <= MOST_ATTEMPTS; count++) {
    const attempt = createAttempt(plan, dialect, around);
    const records = await playAndUndo(attempt);
    if (around.signal.aborted) break;
    if (attempt.spoiltBy === undefined) return verdictOn(plan, records, around);
    around.say(`Attempt ${count} of ${MOST_ATTEMPTS} says nothing: ${attempt.spoiltBy}`);
    if (attempt.refused && count === MOST_ATTEMPTS) return REPRO_EXIT.absent;
    if (count < MOST_ATTEMPTS) await pause(Math.min(attempt.wait, LONGEST_PAUSE), around);
  }
  return REPRO_EXIT.untold;
}

async function playAndUndo(attempt: Attempt): Promise<readonly TraceRecord[]> {
  const { plan, around, reading } = attempt;
  try {
    return await playAttempt(attempt);
  } finally {
    if (attempt.hasActed) await undoActs(createAttempt(plan, reading.dialect, afterwards(around)));
  }
}

function verdictOn(
  { rule, known, found }: ReproPlan,
  records: readonly TraceRecord[],
  { say }: PlayerSurroundings,
): number {
  if (found !== undefined) {
    const isAgain = reappears(found, records);
    say(
      `${rule}: the breach ${isAgain ? 'shows: what was found came' : 'did not show: what was found did not come'} again.`,
    );
    return isAgain ? REPRO_EXIT.shown : REPRO_EXIT.absent;
  }
  const opinion = createSecondJudge(records, known)(rule);
  if (opinion.kind !== 'contradicted') {
    say(`${rule}: the breach did not show (${opinion.kind}).`);
    return REPRO_EXIT.absent;
  }
  say(`${rule}: the breach shows. ${opinion.says}`);
  return REPRO_EXIT.shown;
}
