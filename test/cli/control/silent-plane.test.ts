// A peer that takes the connection and never answers, and a page that is opened with a secret in its address.
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { controlClient, LONGEST_CALL } from '../../../src/cli/control/client.js';
import { openPage } from '../../../src/cli/serve/outputs.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { caughtIo } from '../caught-io.js';

async function silentPlane(): Promise<{ readonly url: string; readonly taken: Promise<void> }> {
  let onTaken = (): void => undefined;
  const taken = new Promise<void>((resolve) => (onTaken = resolve));
  const server = createServer((socket) => {
    socket.once('data', () => onTaken());
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken };
}

test.each(['call', 'follow'] as const)(
  '%s gives up a peer that never answers, and says after how long',
  async (how) => {
    const { url, taken } = await silentPlane();
    const clock = createManualClock();
    const io = caughtIo({ env: { CONFORM_CONTROL: url, CONFORM_CONTROL_TOKEN: 'x' } });
    const client = await controlClient({}, io, undefined, clock);
    if (!client.ok) throw new Error('there is a place');
    const { call, follow } = client.value;
    const asked =
      how === 'call'
        ? call('GET', '/devices')
        : follow('/journal/follow', () => undefined, new AbortController().signal);
    await taken;
    await clock.advance(LONGEST_CALL);
    expect(await asked).toMatchObject({
      ok: false,
      code: 3,
      diagnostics: [{ message: expect.stringContaining('no whole answer came within 10 s') }],
    });
  },
);

test('the browser is given a file that only its owner can read, and never the address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conform-open-'));
  const address = 'http://127.0.0.1:7071/#token=secret-of-the-page';
  const remove = await openPage(address, { env: { XDG_RUNTIME_DIR: folder } }, () => undefined);
  const [name = ''] = readdirSync(join(folder, 'conform'));
  const path = join(folder, 'conform', name);
  expect(name).toBe(`open-${process.pid}.html`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toContain(`location.replace(${JSON.stringify(address)})`);
  await remove();
  expect(readdirSync(join(folder, 'conform'))).toEqual([]);
});
