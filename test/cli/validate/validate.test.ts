// The command that checks files: what it takes a file for, and how it says what is wrong.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { say } from '../command-line.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-validate-'));
const validating = (...words: readonly string[]) => say({ cwd: folder }, 'validate', ...words);
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

describe('conform validate', () => {
  test.each(['faults', 'variants', 'dialects', 'fleets'])(
    'finds nothing wrong with the %s that come with the program',
    async (kind) => {
      const { code, out, err } = await validating(join(process.cwd(), 'fixtures', kind));
      expect(err).toBe('');
      expect(code).toBe(0);
      const kinds = new Set(out.split('\n').flatMap((line) => /valid (.+)$/.exec(line)?.[1] ?? []));
      expect([...kinds]).toEqual([kind === 'faults' ? 'fault-plan' : kind.slice(0, -1)]);
    },
  );

  test('takes the file that conform init audit writes for one of an audit, and not for a dialect', async () => {
    write('audit.yaml', 'command: [python3, my_client.py]\ndays: [calm]\n');
    const { code, out } = await validating('audit.yaml');
    expect(out).toContain('valid audit');
    expect(code).toBe(0);
  });

  test('takes no file for one of ours that has none of our keys', async () => {
    write('package.json', '{ "name": "x", "version": "1" }');
    const { code, err } = await validating('package.json');
    expect(code).toBe(2);
    expect(err).toContain('package.json is none of the files that conform reads');
    expect(err).toContain('scenario (steps)');
    expect(err.split('\n').length).toBeLessThan(5);
  });

  test('shows the place of a mistake in a fault plan, and the word that was meant', async () => {
    write('plan.yaml', 'about: A bad day.\nfaults:\n  - fault: power-cutt\n    on: { device: bench-01 }\n');
    const { code, err } = await validating('plan.yaml');
    expect(code).toBe(2);
    expect(err).toContain('plan.yaml:3:12  ');
    expect(err).toContain('> 3 |   - fault: power-cutt\n    |            ^');
    expect(err).toContain('Did you mean "power-cut"?');
  });

  test('holds a fault plan to the names of the fleet that it is for', async () => {
    write('names.yaml', 'faults:\n  - { fault: offline, on: { device: pump-01 } }\n');
    write(
      'fleet.yaml',
      'seed: 1\nprofiles:\n  io: { model: X, relays: [{}] }\nclients:\n  reader: { secret: longer-than-short, scopes: [device:read] }\ndevices:\n  - { deviceId: pump-01, profile: io }\n',
    );
    const alone = await validating('names.yaml');
    expect(alone).toMatchObject({ code: 2 });
    expect(alone.err).toContain('names.yaml:2:37  unknown device "pump-01"');
    expect(await validating('--fleet', 'fleet.yaml', 'names.yaml')).toEqual({
      code: 0,
      out: 'names.yaml  valid fault-plan\n',
      err: '',
    });
  });

  test('needs no secrets to check a profile, but the names of their variables', async () => {
    const profile = (variable: string): string =>
      `baseUrl: https://devices.example.com\nclients:\n  operator: { clientId: op, clientSecretEnv: ${variable}, scopes: [device:read] }\ndevices:\n  bench: { deviceId: d1, relays: [] }\n`;
    write('lab.yaml', profile('NOBODY_HAS_SET_THIS'));
    expect(await validating('lab.yaml')).toEqual({ code: 0, out: 'lab.yaml  valid target\n', err: '' });
    write('typo.yaml', profile("'the secret itself'"));
    const { code, err } = await validating('typo.yaml');
    expect(code).toBe(2);
    expect(err).toContain('expected the name of an environment variable, not the secret itself');
  });

  test('tells of a fleet that is not there', async () => {
    write('names.yaml', 'faults:\n  - { fault: offline }\n');
    const { code, err } = await validating('--fleet', 'none.yaml', 'names.yaml');
    expect(code).toBe(2);
    expect(err).toContain('none.yaml: there is no such file');
  });
});
