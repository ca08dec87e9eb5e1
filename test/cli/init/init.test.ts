// `conform init` writes the example of a target profile, and never over something that is there.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseProfile } from '../../../src/harness/profile/parse-profile.js';
import { withSchemaLine } from '../../../src/cli/schema/first-line.js';
import { createProgram } from '../../../src/cli/program.js';
import { caughtIo } from '../caught-io.js';

const EXAMPLE = readFileSync('fixtures/targets/example.yaml', 'utf8');
const environment = { CONFORM_OPERATOR_SECRET: 'a', CONFORM_READER_SECRET: 'b' };

async function init(cwd: string, ...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = caughtIo({ cwd });
  let code = -1;
  await createProgram(io, (given) => (code = given)).parseAsync(['init', ...words], { from: 'user' });
  return { code, ...io.said() };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'conform-init-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('writes the example, and leaves alone what is there', async () => {
  const cwd = folder();
  expect(await init(cwd, '--out', 'lab.yaml')).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(join(cwd, 'lab.yaml'), 'utf8')).toBe(
    withSchemaLine(EXAMPLE, 'target', join(cwd, 'lab.yaml')),
  );
  const again = await init(cwd, '--out', 'lab.yaml');
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.err).toContain('lab.yaml is already there');
  expect((await init(cwd, '--out', 'no/such/lab.yaml')).code).toBe(2);
  const shown = withSchemaLine(EXAMPLE, 'target', join(cwd, 'target.yaml'));
  expect((await init(cwd, '--out', '-')).out).toBe(shown);
});

test('writes a profile that is valid, also with every line that is commented out', () => {
  const parse = (text: string, env: Record<string, string>) =>
    parseProfile(text, 'e.yaml', { environment: env });
  expect(parse(EXAMPLE, environment)).toMatchObject({ ok: true });
  const whole = EXAMPLE.replace(/^# yaml-language-server.*/, '')
    .replace(/^( *)# ((?: *(?:- |[\w-]+:)).*)$/gm, (line, indent: string, rest: string) =>
      /^(Write|Default):/.test(rest) ? line : indent + rest,
    )
    .replace(/^tls:\n.*ca:.*\n/m, 'tls:\n');
  const all = { ...environment, SWITCH_PASSWORD: 'c', PDU_TOKEN: 'd', CONFORM_CONTROL_TOKEN: 'e' };
  const parsed = parse(whole, { ...all, CONFORM_MANAGED_PASSWORD: 'f' });
  expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  expect(parsed.ok && Object.keys(parsed.value.stimuli?.drivers ?? {}).length).toBeGreaterThan(5);
  expect(parsed.ok && parsed.value.waivers).toHaveLength(1);
});
