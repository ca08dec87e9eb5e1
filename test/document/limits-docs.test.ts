// docs/limits.md has the numbers of the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LONGEST_CALL } from '../../src/cli/control/client.js';
import { ENDING_LIMITS } from '../../src/cli/signals.js';
import { LONGEST_DRAIN } from '../../src/cli/run/run.js';
import { YAML_LIMITS } from '../../src/document/yaml-document.js';
import { DEFAULT_TIMEOUT, PROMPT_TIMEOUT } from '../../src/harness/profile/stimuli/read-stimuli.js';
import { GIVE_UP_AFTER } from '../../src/harness/property/device-pool.js';
import { PATIENCES, RESTORE_WITHIN } from '../../src/harness/run/prepare.js';
import { REACH_WITHIN } from '../../src/harness/run/put-back-leftovers.js';
import { READ_WITHIN } from '../../src/harness/safety/safety.js';
import { CLEANUP_TIME } from '../../src/harness/scenario/engine/attempt.js';
import { SCENARIO_LIMITS } from '../../src/harness/scenario/language/modifiers.js';
import { LONGEST_ABSENCE, UNDO_TIME } from '../../src/harness/stimuli/create-stimuli.js';
import { LONGEST_WIRING } from '../../src/harness/stimuli/drivers/wiring.js';
import { REPLY_JSON } from '../../src/harness/target/driver/read-reply.js';
import { NETWORK_LIMITS } from '../../src/harness/target/network/settings.js';
import { LONGEST_ANNOUNCED } from '../../src/harness/target/retry.js';
import { PATTERN_LIMITS } from '../../src/pattern/pattern.js';

const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ');
const seconds = (time: number): string => `${time / 1000} s`;
const grouped = (value: number): string => (value < 10_000 ? String(value) : value.toLocaleString('en'));

test.each([
  ['| An announced delay (Retry-After, in seconds or as a date) |', seconds(LONGEST_ANNOUNCED)],
  ['| Clean-up after an attempt |', seconds(CLEANUP_TIME)],
  ['| A stimulus or a witness |', `${seconds(DEFAULT_TIMEOUT)}; ${PROMPT_TIMEOUT / 60_000} min for a prompt`],
  ['| A stimulus by wiring |', seconds(LONGEST_WIRING)],
  ['| A device that had no power or no network |', seconds(LONGEST_ABSENCE)],
  ['| Undoing all stimuli |', seconds(UNDO_TIME)],
  ['| A look at a device before its first change |', seconds(READ_WITHIN)],
  ['| Putting back at the end |', `${seconds(RESTORE_WITHIN)}, or ${PATIENCES} ×`],
  ["| An answer before an earlier run's leftovers are put back |", seconds(REACH_WITHIN)],
  [
    '| After a signal: checks, stimuli and reading again, devices, the process |',
    `${Object.values(ENDING_LIMITS)
      .map((time) => time / 1000)
      .join(', ')} s`,
  ],
  ['| A reader of stdout or stderr, after a signal or a deadline |', seconds(LONGEST_DRAIN)],
  ['| A device that a program has left in doubt |', seconds(GIVE_UP_AFTER)],
  ['| A connection that a check cuts on purpose |', `${NETWORK_LIMITS.linger} ms`],
  ['| An answer of the control plane (`device`, `fault`, `clock`, `tail`) |', seconds(LONGEST_CALL)],
  ['| Making a connection, TLS included |', `${NETWORK_LIMITS.connecting / 1000} s`],
  ['| A duration in a scenario |', `${SCENARIO_LIMITS.duration / 60_000} min`],
  ['| Body of a reply, or one frame |', `${NETWORK_LIMITS.message / 1024 ** 2} MiB`],
  ['| Levels of JSON, values |', `${REPLY_JSON.depth}, ${grouped(REPLY_JSON.values)}`],
  ['| Headers of a reply |', `${NETWORK_LIMITS.headers / 1024} KiB`],
  ['| Frames of one connection, pings included |', grouped(NETWORK_LIMITS.frames)],
  ['| Bytes of all frames of one connection |', `${NETWORK_LIMITS.received / 1024 ** 2} MiB`],
  ['| A file that is written by hand |', `of YAML ${grouped(YAML_LIMITS.characters)} characters`],
  ['| Levels of YAML |', grouped(YAML_LIMITS.depth)],
  ['| Lists, maps, keys and values of a YAML file |', grouped(YAML_LIMITS.values)],
  ['| Keys of one map |', grouped(YAML_LIMITS.keys)],
  ['| Aliases |', `${grouped(YAML_LIMITS.writtenAliases)} as written, ${YAML_LIMITS.aliases} of one`],
  ['| Combinations of a matrix |', grouped(SCENARIO_LIMITS.cases)],
  ['| Values of all cases of one file |', grouped(SCENARIO_LIMITS.values)],
  ['| Steps of a case, the included ones with them |', grouped(SCENARIO_LIMITS.steps)],
  ['| Steps inside of steps, includes inside of includes |', `${SCENARIO_LIMITS.depth} levels`],
  [
    '| `times` of a step; steps that one `parallel` starts |',
    `${SCENARIO_LIMITS.times}; ${grouped(SCENARIO_LIMITS.atOnce)}`,
  ],
  ['| Characters of a title |', grouped(SCENARIO_LIMITS.title)],
  [
    '| A regular expression |',
    `${PATTERN_LIMITS.length} characters, ${grouped(PATTERN_LIMITS.program)} instructions`,
  ],
])('the row %s says %s', (row, number) => {
  const line = page.split('\n').find((each) => each.startsWith(row));
  expect(line).toContain(number);
});
