// The words for the statuses of a command.
import { z } from 'zod';
import type { CommandStatus } from '../contract/schemas/scalars.js';
import { type ScalarCodec, wordCodec } from './scalar-codec.js';

/** The one status that the interface names. */
const TIMEOUT = 'TIMEOUT';

const anyWord = z.union(
  [z.string().min(1), z.number(), z.boolean()],
  'a word is a text, a number, true or false',
);
const words = z.array(anyWord, 'write the words as a list: [DONE, OK]').min(1);
const MISSING =
  'write the words of the statuses: { pending: [PENDING], succeeded: [DONE], failed: [FAILED] }';

/** The setting `commandStatus`: for each status its words; no word has two meanings. */
export const vocabulary = z
  .strictObject(
    {
      pending: words.describe('Words for a command that is under way'),
      succeeded: words.describe('Words for one that has succeeded'),
      failed: words.describe('Words for one that has failed'),
      timeout: words
        .default([TIMEOUT])
        .describe('Words for one that the device did not answer; TIMEOUT first'),
    },
    { error: (issue) => (issue.code === 'invalid_type' ? MISSING : undefined) },
  )
  .superRefine((given, context) => {
    const report = (path: (string | number)[], message: string): void => {
      context.addIssue({ code: 'custom', path, message });
    };
    const owners = new Map<string | number | boolean, string>();
    for (const [status, list] of Object.entries(given)) {
      for (const [index, word] of list.entries()) {
        const owner = owners.get(word);
        if (word === TIMEOUT && status !== 'timeout') {
          report([status, index], `the interface fixes what ${TIMEOUT} means`);
          continue;
        }
        if (owner !== undefined) report([status, index], `the word ${String(word)} means ${owner} already`);
        owners.set(word, status);
      }
    }
    if (given.timeout[0] !== TIMEOUT) {
      report(['timeout', 0], `the interface fixes the word ${TIMEOUT}, which comes first`);
    }
  });

/** The first word of a status is written, all are read. */
export function statusCodec(
  given: Readonly<Record<CommandStatus, readonly (string | number | boolean)[]>>,
): ScalarCodec {
  return wordCodec(new Map(Object.entries(given)));
}
