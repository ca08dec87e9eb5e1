import { expect, it } from 'vitest';
import { inTime, startRig } from './rig.js';

interface Sample {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

const SAMPLE = /^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\]|\\.)*",?)*)\})? ([-+0-9.e]+)$/;

/** The text format of Prometheus, line by line, as its specification has it. */
function parse(text: string): Sample[] {
  const samples: Sample[] = [];
  const typed = new Set<string>();
  for (const line of text.split('\n')) {
    const type = /^# TYPE ([a-z_]+) (counter|gauge)$/.exec(line);
    if (type) typed.add(type[1]!);
    if (line === '' || line.startsWith('#')) continue;
    const sample = SAMPLE.exec(line);
    expect(line).toMatch(SAMPLE);
    expect(typed).toContain(sample![1]);
    samples.push({ name: sample![1]!, labels: sample![2] ?? '', value: Number(sample![3]) });
  }
  return samples;
}

it('counts what happens, in the format of Prometheus', async () => {
  const { control, service, clock, logIn } = await startRig();
  const token = await logIn();
  await service('GET', '/devices', undefined, token);
  await inTime(clock, service('GET', '/devices/plant-1', undefined, token));
  await control('POST', '/devices/plant-2/stimuli', { kind: 'drop-link' });
  const answer = await control('GET', '/metrics');
  const samples = parse(answer.text);
  const value = (name: string, labels = '') =>
    samples.find((each) => each.name === `conform_${name}` && each.labels === labels)?.value;
  expect(value('replies_total', 'channel="rest",what="devices.list",code="SUCCESS"')).toBe(1);
  expect(value('events_total', 'topic="device.connection.offline"')).toBe(1);
  expect(value('stimuli_total', 'name="drop-link"')).toBe(1);
  expect(value('devices')).toBe(4);
  expect(value('devices_touched')).toBe(2);
  expect(value('devices_offline')).toBe(1);
  expect(value('clock_seconds')).toBeCloseTo(clock.now() / 1000);
});

it('counts for each simulator by itself', async () => {
  const [one, other] = [await startRig(), await startRig()];
  await one.service('GET', '/devices');
  expect((await one.control('GET', '/metrics')).text).toContain('what="devices.list"');
  expect((await other.control('GET', '/metrics')).text).not.toContain('what="devices.list"');
});
