// What a page meets that nobody stages: bursts, a journal that wraps, other pages, a simulator that ends, odd names.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, type PageRig, startWithPage, until } from './page-rig.js';

const LONG = 'L'.repeat(256);
const ODD = [
  { deviceId: 'html', name: '<img src=x onerror=alert(1)><script>alert(2)</script>' },
  { deviceId: '\u202Elatot-\u202C1', name: '\u05E9\u05DC\u05D5\u05DD \u202Eabc' },
  { deviceId: 'a b/c?d#e&f%2F"\'<>', name: '' },
  { deviceId: LONG, name: LONG },
];

function fleetFile(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'conform-odd-')), 'fleet.yaml');
  const profiles = { io: { relays: [{ count: 1 }], sensors: { '<i>x</i>': { unit: '<b>', signal: 1 } } } };
  const devices = ODD.map((each) => ({ ...each, profile: 'io' }));
  const clients = { '<b>client\u202E': { secret: 'a-secret-of-theirs', scopes: ['device:read'] } };
  // JSON is YAML.
  writeFileSync(path, JSON.stringify({ profiles, devices, clients }));
  return path;
}

let rig: PageRig;

beforeAll(async () => {
  rig = await openPage(fleetFile());
});

afterAll(() => rig.close());

const note = (count: number): void => {
  for (let at = 0; at < count; at++)
    rig.simulator.journal.note({ kind: 'stimulus', name: 'noted', deviceId: 'html', outcome: 'applied' });
};
const shows = (text: string) => async (): Promise<boolean> => (await rig.text()).includes(text);

describe('names that are no names', () => {
  test.each([
    'fleet',
    'clock',
    'traffic',
    'faults',
    ...ODD.map(({ deviceId }) => `device/${encodeURIComponent(deviceId)}`),
  ])('are text and fit on %s, on a screen and on a phone', async (view) => {
    await rig.show(view);
    await rig.settled();
    for (const width of [1280, 360]) {
      await rig.page.setViewport({ width, height: 800 });
      const over = await rig.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over).toBe(0);
    }
    await rig.page.setViewport({ width: 1280, height: 800 });
    expect(await rig.page.$$('main script, main img')).toEqual([]);
    expect(await rig.text()).not.toMatch(/[\u202C\u202E]/);
  });

  test('are shown with what turns the direction of writing written out', async () => {
    await rig.show('fleet');
    await until(shows(String.raw`\u202elatot-\u202c1`));
    const link = await rig.find('link', String.raw`\u202elatot-\u202c1 online שלום \u202eabc`);
    await link.click();
    await until(shows('Told and true'));
    expect(decodeURIComponent(rig.page.url())).toContain(`#/device/${ODD[1]?.deviceId}`);
  });
});

describe('more than a page can show', () => {
  test('is told as a gap, and read of the journal when somebody wants it', async () => {
    await rig.show('traffic');
    await until(shows('Select an entry'));
    note(400);
    await until(shows('360 records left out'));
    const gap = await rig.find('button', '360 records left out Fetch');
    await gap.click();
    await until(async () => !(await rig.text()).includes('left out'));
    expect(await rig.text()).toContain('400 entries');
  });

  test('also of a journal that has wrapped while the traffic was paused', async () => {
    await rig.show('traffic');
    await rig.press('button', 'Pause');
    const before = await rig.text();
    note(12_000);
    await until(shows('12,000 records wait'));
    expect(await rig.text()).toContain('400 entries');
    expect(before).toContain('400 entries');
    await rig.press('button', 'Continue');
    // The oldest that the journal has are shown, and the rest is a gap before them and one after them.
    await (await rig.find('button', '9,960 records left out Fetch')).click();
    await until(shows('8,960 records left out'));
    await rig.page.$eval('.list-box', (box) => void (box.scrollTop = 1030 * 30));
    await (await rig.find('button', '2,000 records left out Fetch')).click();
    await until(shows('2,000 records missing: the journal does not go back so far'));
  });
});

test('two pages show the same, and what is done on one shows on the other', async () => {
  const other = await rig.browser.newPage();
  await other.goto(rig.simulator.control?.page ?? '');
  await other.waitForSelector('::-p-text(Fleet)');
  // A page that is not in front draws nothing.
  await rig.page.bringToFront();
  await rig.show('faults');
  rig.simulator.faults.order({ fault: 'latency', id: 'for-both', with: { delay: '1s' } });
  const badge = '::-p-aria([name="1 active"])';
  await rig.page.waitForSelector(badge);
  await other.bringToFront();
  await other.waitForSelector(badge);
  await rig.page.bringToFront();
  await rig.press('button', 'End all');
  await until(() => rig.simulator.faults.list().length === 0);
  await other.bringToFront();
  await until(async () => (await other.$(badge)) === null);
  expect(rig.simulator.faults.list()).toEqual([]);
  await other.close();
});

test('a simulator that ends is said to be lost, one that is started anew needs its own link, in the same tab', async () => {
  expect(rig.complaints).toEqual([]);
  await rig.show('fleet');
  const { port } = new URL(rig.simulator.control?.url ?? '');
  await rig.simulator.close();
  // Nothing is said while the page is loaded anew.
  const said = () => rig.page.$eval('body', (body) => body.innerText).catch(() => '');
  await until(async () => (await said()).includes('is lost'), 20_000);
  const again = await startWithPage(undefined, Number(port));
  await until(async () => (await said()).includes('The simulator has been started anew'), 20_000);
  await rig.page.goto(again.control?.page ?? '');
  await until(async () => (await said()).includes('bench-01'));
  expect(rig.page.url()).not.toContain('token');
  await again.close();
});
