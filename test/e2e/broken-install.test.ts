// A copy of the program in which two scenarios are broken: a run of others does not fail because of them.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, start } from './bin.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Nobody listens there, so that a run ends as soon as it has begun. */
const NOBODY = ['--target', 'http://127.0.0.1:9'];
const UNREACHABLE = 3;
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'conform-copy-'));
  for (const part of ['bin', 'dist', 'scenarios', 'fixtures', 'package.json'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  breakIn('scenarios/ws/ping.yaml', '- ping:', '- pingg:');
  breakIn('scenarios/auth/token.yaml', /^rules: .*$/m, 'rules: [auth.no-such-rule]');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function breakIn(path: string, what: string | RegExp, by: string): void {
  const file = join(copy, path);
  const text = readFileSync(file, 'utf8');
  const broken = text.replace(what, by);
  if (broken === text) throw new Error(`${path} has no ${String(what)}`);
  writeFileSync(file, broken);
}

function conform(...args: readonly string[]): Promise<Ended> {
  return start(args, { cwd: copy, program: join(copy, 'bin', 'conform.js') }).ended;
}

describe('with broken scenarios among those that come with the program', () => {
  test.each([
    ['ws/state-get'],
    ['refresh/*', '--rule', 'refresh.shared-budget'],
    ['--rule', 'ws.*', 'ws/ticket-*'],
  ])('a run of %s does not fail because of them', async (...what) => {
    const { code, stderr } = await conform('run', ...what, ...NOBODY);
    expect({ code, stderr }).toEqual({ code: UNREACHABLE, stderr: '' });
  });

  test.each([['ws/ping'], ['ws/*'], ['--rule', 'ws.ping', 'ws/*']])(
    'a run of %s says what is wrong with its steps',
    async (...what) => {
      const { code, stderr } = await conform('run', ...what, ...NOBODY);
      expect(code).toBe(2);
      expect(stderr).toContain('unknown verb "pingg"');
      expect(stderr).toContain('scenarios/ws/ping.yaml:9:');
      expect(stderr).not.toContain('auth');
    },
  );

  test.each([['auth/token'], ['auth/*'], ['--rule', 'ws.correlation', 'auth/*']])(
    'a run of %s says what is wrong with a head that it may mean',
    async (...what) => {
      const { code, stderr } = await conform('run', ...what, ...NOBODY);
      expect(code).toBe(2);
      expect(stderr).toContain('unknown rule "auth.no-such-rule"');
      expect(stderr).not.toContain('pingg');
    },
  );

  test.each([['list'], ['run', '--rule', 'ws.correlation', ...NOBODY]])(
    '%s, which may mean all of them, says what is wrong with each',
    async (...words) => {
      const { code, stderr } = await conform(...words);
      expect(code).toBe(2);
      for (const wrong of ['unknown rule "auth.no-such-rule"', 'unknown verb "pingg"'])
        expect(stderr).toContain(wrong);
    },
  );
});
