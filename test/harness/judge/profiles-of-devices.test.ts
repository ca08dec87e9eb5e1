// Devices whose profile is not listed.
import { expect, test } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { ok, traceOf } from './traces.js';

function told(listed: readonly string[], had: readonly string[]): readonly string[] {
  const devices = had.map((profileId, at) => ({ deviceId: `d${at}`, profileId }));
  const profiles = listed.map((profileId) => ({ profileId }));
  const trace = traceOf([
    { from: 0, to: 10, what: 'devices.list', body: ok({ devices }) },
    { from: 20, to: 30, what: 'profiles.list', body: ok({ profiles }) },
  ]);
  return judge(trace, { strict: false, dropped: 0, ofTraffic: true })
    .filter(({ where }) => where === 'invariant profiles-of-devices')
    .map(({ rule }) => rule);
}

test('a profile that is missing where others are listed breaks devices.profiles', () => {
  expect(told(['a'], ['a', 'b'])).toEqual(['devices.profiles']);
  expect(told(['a', 'b', 'c'], ['a', 'b'])).toEqual([]);
  // Where none fits, the names may be other ones than those of the list.
  expect(told(['A'], ['a'])).toEqual([]);
});
