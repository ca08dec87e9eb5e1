// The thread that judges what passes the proxy, so that no exchange waits for a judgement.
import { workerData } from 'node:worker_threads';
import {
  createRollingJudge,
  type RollingJudgeOptions,
  type StretchResult,
} from '../../../harness/judge/rolling-judge.js';
import { answerQuestions } from '../../../lab/threads/thread.js';
import type { TraceRecord } from '../../../trace/record.js';

/** What came since the last question. */
export interface PassedRecords {
  readonly records: readonly TraceRecord[];
  /** Records that were lost before these. */
  readonly lost: number;
  /** No more will come. */
  readonly isLast: boolean;
}

const rolling = createRollingJudge(workerData as RollingJudgeOptions);
answerQuestions((question) => {
  const { records, lost, isLast } = question as PassedRecords;
  if (lost > 0) rolling.lose(lost);
  const results: StretchResult[] = records.flatMap((record) => rolling.see(record) ?? []);
  if (isLast) results.push(rolling.end());
  return Promise.resolve(results);
});
