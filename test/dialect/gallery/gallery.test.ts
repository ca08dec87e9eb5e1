// The gallery shows the service in the manner of real product lines: each dialect can be read, carries what the
// service has to say, and says at its beginning whose manner it is. The whole suite runs on some of them here; on all
// of them it does so in the self-test.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Feature } from '../../../src/contract/features.js';
import { runInVirtualTime } from '../../self-test/run-in-virtual-time.js';
import { UNFIT_CHECKS } from '../../self-test/unfit-checks.js';
import { dialectOf } from '../read-dialect.js';

const FOLDER = 'fixtures/dialects/gallery';
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
const textOf = (file: string): string => readFileSync(`${FOLDER}/${file}`, 'utf8');

/** One with numbers for identifiers, one that goes without much, one with everything in texts. */
const SAMPLE = ['modbus-gateway.yaml', 'particle.yaml', 'openhab.yaml'];

const PERIPHERALS = {
  relays: [
    { index: 1, on: true },
    { index: 2, on: false },
  ],
  digitalInputs: [
    { index: 1, active: false },
    { index: 2, active: true },
  ],
  analogInputs: [{ index: 1, value: 4.02, unit: 'mA' }],
  sensors: [{ key: 'roof', value: -3.5, unit: '°C' }],
};

/** An index below the first is no relay of the dialect; in some forms the gate has to take it for something else. */
const BELOW_THE_FIRST = /^relay\/no-such-relay:\w+,before-the-first$/;

describe('the gallery', () => {
  it('has at least twenty dialects', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(20);
  });

  it.each(FILES)('%s says in its first lines whose manner it follows', (file) => {
    const lines = textOf(file)
      .replace(/^# yaml-language-server.*\s+/, '')
      .split('\n');
    const count = lines.findIndex((line) => !line.startsWith('#'));
    expect(count).toBeGreaterThanOrEqual(2);
    expect(count).toBeLessThanOrEqual(4);
    expect(lines[0]).toMatch(/^# In the manner of /);
    expect(textOf(file)).toContain(`name: ${file.replace('.yaml', '')}\n`);
  });

  it.each(FILES)('%s carries the state of a device', (file) => {
    const { shapes, without } = dialectOf(textOf(file));
    const wire = JSON.parse(JSON.stringify(shapes.peripherals.encode(PERIPHERALS))) as unknown;
    expect(JSON.parse(shapes.peripherals.write(PERIPHERALS))).toStrictEqual(wire);
    const shown = (feature: Feature, list: readonly unknown[]): readonly unknown[] =>
      without.has(feature) ? [] : list;
    expect(shapes.peripherals.decode(wire)).toMatchObject({
      ok: true,
      value: {
        relays: PERIPHERALS.relays,
        digitalInputs: shown('digital-inputs', PERIPHERALS.digitalInputs),
        analogInputs: shown('analog-inputs', [{ index: 1, value: 4.02 }]),
        sensors: shown('sensors', [{ value: -3.5 }]),
      },
    });
  });

  it.each(SAMPLE)('%s is spoken by the simulator, and the suite finds nothing wrong', async (file) => {
    const checks = await runInVirtualTime({ dialect: `${FOLDER}/${file}` });
    const { without } = dialectOf(textOf(file));
    const wrong = checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped');
    expect(wrong.map(({ id, verdict, reason }) => `${id}: ${verdict} ${reason ?? ''}`)).toEqual([]);
    // The tokens of the simulator live for long and its quotas are large, whatever it speaks.
    const skipped = checks.filter(
      ({ id, verdict }) => verdict === 'skipped' && !UNFIT_CHECKS.includes(id) && !BELOW_THE_FIRST.test(id),
    );
    expect(skipped.length > 0).toBe(without.size > 0);
    for (const { reason } of skipped) expect(reason).toMatch(/which the target is without/);
  });
});
