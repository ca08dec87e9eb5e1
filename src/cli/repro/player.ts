// What runs in a repro script: sends what the plan says, when it says, and judges what comes by the second judge alone.
// It is bundled into one file of plain Node, with nothing else of the program but what reads the names of a dialect.
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createSecondJudge } from '../../checker/checker.js';
import type { Dialect } from '../../dialect/dialect.js';
import { parseDialect } from '../../dialect/parse-dialect.js';
import type { TraceRecord } from '../../trace/record.js';
import { createAttempt, pause, playAttempt, tokenOf } from './attempt.js';
import { answerIn, type ReproPlan } from './plan.js';
import { type PlayerSurroundings, send } from './wire.js';

/** How a script ends: the breach shows, it does not, or nobody can tell. */
export const REPRO_EXIT = { absent: 0, shown: 1, untold: 2 } as const;

/** As often an attempt is begun anew that a rejection, a busy device or a failure has spoilt. */
const MOST_ATTEMPTS = 3;
/** Longer waits are not waited for, in ms. */
const LONGEST_PAUSE = 60_000;

export async function playRepro(plan: ReproPlan, around: PlayerSurroundings): Promise<number> {
  // Each pause and each request listens to it.
  setMaxListeners(0, around.signal);
  const read = parseDialect(plan.dialect, 'the dialect');
  const missing = Object.values(plan.clients).filter(({ secretEnv }) => !around.env[secretEnv]);
  if (!read.ok || missing.length > 0) {
    const variables = missing.map(({ secretEnv, clientId }) => `${secretEnv}, the secret of ${clientId}`);
    around.say(read.ok ? `Set ${variables.join('; ')}.` : 'The dialect in this file cannot be read.');
    return REPRO_EXIT.untold;
  }
  try {
    return await playUntilTold(plan, read.value, around);
  } catch (error) {
    around.say(`Nothing can be told: ${error instanceof Error ? error.message : String(error)}`);
    return REPRO_EXIT.untold;
  } finally {
    // Also after an interrupt, which ends everything else.
    await putRelaysBack(plan, read.value, { ...around, signal: new AbortController().signal });
  }
}

async function playUntilTold(plan: ReproPlan, dialect: Dialect, around: PlayerSurroundings): Promise<number> {
  for (let count = 1; count <= MOST_ATTEMPTS; count++) {
    const attempt = createAttempt(plan, dialect, around);
    const records = await playAttempt(attempt);
    if (around.signal.aborted) break;
    if (attempt.spoiltBy === undefined) return verdictOn(plan, records, around);
    around.say(`Attempt ${count} of ${MOST_ATTEMPTS} says nothing: ${attempt.spoiltBy}`);
    if (count < MOST_ATTEMPTS) await pause(Math.min(attempt.wait, LONGEST_PAUSE), around);
  }
  return REPRO_EXIT.untold;
}

function verdictOn(
  { rule, known, answers }: ReproPlan,
  records: readonly TraceRecord[],
  { say }: PlayerSurroundings,
): number {
  if (answers !== undefined) {
    const other = Object.entries(answers).find(
      ([exchange, answer]) => answerIn(records, Number(exchange)) !== answer,
    );
    const words = Object.values(answers).join(', ');
    say(
      `${rule}: ${other ? 'the breach did not show: not' : 'the breach shows: again'} answered with ${words}.`,
    );
    return other ? REPRO_EXIT.absent : REPRO_EXIT.shown;
  }
  const opinion = createSecondJudge(records, known)(rule);
  if (opinion.kind !== 'contradicted') {
    say(`${rule}: the breach did not show (${opinion.kind}).`);
    return REPRO_EXIT.absent;
  }
  say(`${rule}: the breach shows. ${opinion.says}`);
  return REPRO_EXIT.shown;
}

async function putRelaysBack(plan: ReproPlan, dialect: Dialect, around: PlayerSurroundings): Promise<void> {
  const attempt = createAttempt(plan, dialect, around);
  for (const { facts, method = 'POST', path = '/', headers, body } of plan.restore) {
    let isBack = false;
    for (let count = 1; count <= MOST_ATTEMPTS && !isBack; count++) {
      if (count > 1) await pause(2000, around);
      const authorization = `Bearer ${await tokenOf(attempt, facts.client).catch(() => '')}`;
      const key = `restore-${randomBytes(6).toString('hex')}`;
      const all = { ...headers, authorization, 'idempotency-key': key };
      const answer = await send(plan, { method, path, headers: all, body: JSON.stringify(body) }, around);
      isBack = typeof answer !== 'string' && answer.status < 300;
    }
    around.say(
      isBack
        ? `A relay of ${facts.deviceId ?? ''} was put back.`
        : `A relay of ${facts.deviceId ?? ''} could not be put back: look at it.`,
    );
  }
}
