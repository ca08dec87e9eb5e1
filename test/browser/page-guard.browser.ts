// Another origin, a host name that was made to lead here, and a page without the token get nothing of the simulator.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, type PageRig } from './page-rig.js';

let rig: PageRig;
let foreign: Server;

beforeAll(async () => {
  rig = await openPage();
  foreign = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>foreign'));
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  foreign.close();
  await rig.close();
});

const address = (path: string): string => new URL(path, rig.simulator.control?.url).href;

test('a page of another origin cannot read, act, load or frame, even with the token', async () => {
  const page = await rig.browser.newPage();
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
  const token = rig.simulator.control?.token ?? '';
  const tried = await page.evaluate(
    async (home, reset, live, bearer) => {
      const outcome = (url: string, init: RequestInit): Promise<string> =>
        fetch(url, init).then(
          (response) => `answered ${response.status}`,
          () => 'nothing',
        );
      const headers = { authorization: `Bearer ${bearer}` };
      const frame = document.createElement('iframe');
      frame.src = home;
      document.body.append(frame);
      await new Promise((resolve) => void (frame.onload = resolve));
      return [
        await outcome(home, {}),
        await outcome(reset, { method: 'POST', headers }),
        await outcome(reset, { method: 'POST', mode: 'no-cors' }),
        await outcome(live, { headers }),
        frame.contentDocument === null ? 'nothing' : 'framed',
      ];
    },
    address('/'),
    address('/control/v1/reset'),
    address('/control/v1/live'),
    token,
  );
  expect(tried.filter((each) => each !== 'nothing' && each !== 'answered 0')).toEqual([]);
  const acts = rig.simulator.journal.records().filter(({ kind }) => kind === 'stimulus');
  expect(acts).toEqual([]);
  await page.close();
});

test('a host name that leads to this machine gets nothing, not even the page', async () => {
  const { port } = new URL(address('/'));
  const other = await import('puppeteer-core').then(({ default: puppeteer }) =>
    puppeteer.launch({
      executablePath: rig.browser.process()?.spawnfile ?? '',
      args: ['--no-sandbox', '--host-resolver-rules=MAP rebound.example 127.0.0.1'],
    }),
  );
  const page = await other.newPage();
  const response = await page.goto(`http://rebound.example:${port}/`);
  expect(response?.status()).toBe(403);
  expect(await page.content()).not.toContain('live.js');
  await other.close();
});

test('a page without the token says so, and gets nothing', async () => {
  const context = await rig.browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(address('/'));
  await page.waitForSelector('::-p-text(This page needs its link)');
  const status = await page.evaluate(
    async (url) => (await fetch(url)).status,
    address('/control/v1/devices'),
  );
  expect(status).toBe(401);
  await context.close();
});
