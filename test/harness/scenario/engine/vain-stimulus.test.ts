// An event that does not come after a stimulus: the server's fault where a refresh shows that the stimulus has done something.
import { expect, it } from 'vitest';
import { acting } from '../support/acting.js';
import type { Answer } from '../support/scripted-target.js';

const APPLIED = { kind: 'applied' } as const;

function shown(active: boolean, device: object = {}): Answer {
  const inputs = [{ index: 2, active }];
  const peripherals = { relays: [], digitalInputs: inputs, analogInputs: [], sensors: [] };
  return { data: { device: { deviceId: 'dev-1', ...device }, peripherals } };
}

const expecting = (stimulus: string): string => `
- connect: watch
- stimulate: ${stimulus}
  device: plant
  as: done
- expectEvent: device.state.changed
  on: watch
  device: plant
  since: done
  within: 1s`;
const SET = expecting('set-input\n  input: door\n  active: true');

it.each([
  ['never shows an input otherwise', (): Answer => shown(false)],
  ['shows an input active whatever is done', (): Answer => shown(true)],
])('decides nothing where a refresh %s', async (_, answer) => {
  const { result } = await acting([APPLIED], answer).run(SET);
  expect(result.verdict).toBe('inconclusive');
  expect(result.reason).toContain('set-input may do nothing');
});

it('blames the server where refreshes show the input as it is set', async () => {
  const bench = acting([APPLIED], (last) => shown(last?.active ?? false));
  const { result } = await bench.run(SET);
  expect(result.verdict).toBe('fail');
  expect(bench.acts.map(({ active }) => active).slice(0, 3)).toEqual([true, false, true]);
});

it.each([
  ['is granted', shown(false), 'inconclusive'],
  ['shows the device offline', shown(false, { online: false }), 'fail'],
  ['is refused', { code: 'DEVICE_OFFLINE', status: 409 }, 'fail'],
] as const)('tells by a refresh that %s whether the network was lost', async (_, answer, verdict) => {
  const { result } = await acting([APPLIED], () => answer).run(expecting('drop-link'));
  expect(result.verdict).toBe(verdict);
});
