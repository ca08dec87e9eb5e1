import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conform, serving, start } from './bin.js';

async function steered(...args: string[]) {
  const { url, process: running } = await serving(...args);
  const [, control = '', token = ''] = await running.printed(
    'stdout',
    /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
  );
  const env = { CONFORM_CONTROL: control, CONFORM_CONTROL_TOKEN: token };
  return { url, running, run: (...words: string[]) => start(words, { env }).ended };
}

describe('conform serve', () => {
  test('opens a control plane that the other commands use as it prints it', async () => {
    const { run, running } = await steered();
    expect(await run('device', 'set-input', 'bench-01', '2', 'on')).toMatchObject({ code: 0, stderr: '' });
    expect((await run('device', 'show', 'bench-01')).stdout).toMatch(/^input 2 +on/m);
    expect((await run('clock', 'pause')).stdout).toContain('paused');
    expect((await run('tail', '--kind', 'stimulus')).stdout).toContain('bench-01 set-input');
    running.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0 });
    expect((await run('device', 'list')).code).toBe(3);
  });

  test('opens none with --no-control', async () => {
    const { process: running } = await serving('--no-control');
    const [banner] = await running.printed('stdout', /[^]*conform run --target.*\n/);
    expect(banner).not.toContain('CONFORM_CONTROL');
  });

  test('lets things go wrong as --faults says, and writes a journal that --journal names', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'conform-')), 'journal.ndjson');
    const { run, running } = await steered(
      '--faults',
      'fixtures/faults/welded-contact.yaml',
      '--journal',
      file,
    );
    expect((await run('fault', 'list')).stdout).toContain('stuck-relay');
    await run('device', 'drop-link', 'bench-03');
    running.kill('SIGTERM');
    await running.ended;
    const records = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at + 1));
    expect(records).toContainEqual(expect.objectContaining({ kind: 'stimulus', name: 'drop-link' }));
  });

  test('says which port is taken, of the service or of the control plane', async () => {
    const { url } = await serving('--no-control');
    const { port } = new URL(url);
    const { code, stderr } = await conform('serve', '--port', '0', '--control-port', port);
    expect(code).toBe(2);
    expect(stderr).toContain(`port ${port} of 127.0.0.1 is taken`);
    expect(stderr).toContain('--control-port 0');
  });
});
