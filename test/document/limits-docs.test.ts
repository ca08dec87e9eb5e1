// docs/limits.md has the numbers of the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { YAML_LIMITS } from '../../src/document/yaml-size.js';
import { SCENARIO_LIMITS } from '../../src/harness/scenario/language/limits.js';
import { NETWORK_LIMITS } from '../../src/harness/target/network/settings.js';
import { LONGEST_ANNOUNCED } from '../../src/harness/target/retry.js';
import { PATTERN_LIMITS } from '../../src/pattern/pattern.js';

const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ');
const grouped = (value: number): string => (value < 10_000 ? String(value) : value.toLocaleString('en'));

test.each([
  ['| An announced delay (Retry-After) |', `${LONGEST_ANNOUNCED / 1000} s`],
  ['| Making a connection, TLS included |', `${NETWORK_LIMITS.connecting / 1000} s`],
  ['| Any duration that a scenario names |', `${SCENARIO_LIMITS.duration / 60_000} min`],
  ['| Body of a reply, or one frame |', `${NETWORK_LIMITS.message / 1024 ** 2} MiB`],
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
