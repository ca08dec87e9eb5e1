// What the runner makes of an outcome. The servers themselves are tried by `npm run proof -- strangers`.
import { expect, test } from 'vitest';
import { classify } from './classify.mjs';
import { SERVER_NAMES, serverCalled } from './servers.mjs';

const CLEAN = {
  failed: [],
  warned: [],
  errors: [],
  inconclusive: [],
  exit: 0,
  timedOut: false,
  crashed: false,
};
const DEFECT = { kind: 'defect', expected: ['relay.effect'], noise: new Set<string>() } as const;
const ODDITY = { kind: 'oddity', expected: [], noise: new Set<string>() } as const;

test.each([
  [{ failed: ['relay.effect', 'relay.set-many'], exit: 1 }, 'killed'],
  [{ failed: ['relay.effect'], exit: 1, timedOut: true }, 'killed, and hang'],
  [{ warned: ['relay.effect'] }, 'warned under its rule'],
  [{ warned: ['relay.effect'], failed: ['ws.ping'], exit: 1 }, 'other rule, its own only as warning'],
  [{ failed: ['ws.ping'], exit: 1 }, 'other rule'],
  [{ exit: 2 }, 'red without a rule: exit 2'],
  [{ timedOut: true, exit: 4 }, 'hang'],
  [{ inconclusive: ['relay/effect: why'], exit: 4 }, 'inconclusive only'],
  [{}, 'survived'],
])('Of a defect, %o is %s', (outcome, found) => {
  expect(classify({ ...CLEAN, ...outcome }, DEFECT)).toBe(found);
});

test.each([
  [{ failed: ['ws.ping'], exit: 1 }, 'FALSE ALARM'],
  [{ warned: ['ws.ping'] }, 'FALSE WARNING'],
  [{ inconclusive: ['relay/effect: why'], exit: 4 }, 'inconclusive'],
  [{}, 'clean'],
])('Of an oddity, %o is %s', (outcome, found) => {
  expect(classify({ ...CLEAN, ...outcome }, ODDITY)).toBe(found);
});

test('A rule that the correct server is failed for kills nothing', () => {
  const noise = new Set(['relay.effect']);
  expect(classify({ ...CLEAN, failed: ['relay.effect'], exit: 1 }, { ...DEFECT, noise })).toBe(
    'red without a rule: exit 1',
  );
});

test('What turns out to be legal is excused, unless a rule is failed for it', () => {
  const legal = { ...DEFECT, excused: 'the interface leaves it open' };
  expect(classify(CLEAN, legal)).toBe('excused');
  expect(classify({ ...CLEAN, failed: ['relay.effect'], exit: 1 }, legal)).toBe('FALSE ALARM');
});

test.each(SERVER_NAMES)('Only defects of %s are excused', (name) => {
  const { excused, expected } = serverCalled(name);
  expect(Object.keys(excused).filter((id) => !(id in expected))).toEqual([]);
});

test.each(SERVER_NAMES)('Each defect of %s has the rules that it breaks', (name) => {
  const { cases, expected } = serverCalled(name);
  const defects = cases.filter(({ kind }) => kind === 'defect');
  expect(Object.keys(expected).toSorted()).toEqual(defects.map(({ id }) => id).toSorted());
  expect(Object.values(expected).every((rules) => rules.length > 0)).toBe(true);
});
