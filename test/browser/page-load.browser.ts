// 100,000 devices and 2,000 requests a second: the page scrolls at 50 frames a second, and its memory is flat over ten
// minutes. `npm run proof:page` does that; in `npm run test:browser` devices and minutes are a tenth, and the load is
// what a busy machine can bear.
import type { CDPSession, Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { launchChromium } from './chromium.js';
import { deviceName, startLargeService } from './load/large-fleet.js';
import { startLoad } from './load/paced-load.js';

const PART = Number(process.env['PAGE_PART'] ?? 10);
const DEVICES = 100_000 / PART;
const WHOLE = PART === 1;
const RATE = WHOLE ? 2000 : 500;
/** What comes of it at least, where the machine has other work. */
const LEAST_RATE = WHOLE ? 1800 : 200;
/** In ms. */
const DURATION = 600_000 / PART;
/** The page remembers so many entries, and no more: until then it grows. */
const MOST_ENTRIES = WHOLE ? 20_000 : 2000;
/** For that, in ms. */
const WARM_UP = 180_000;
/** Of an entry, in bytes. */
const ENTRY = 3000;
const SAMPLES = 12;
const FRAMES = 50;
/** What the latest third of the samples may be larger than the first one. */
const GROWTH = 1.1;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test(
  'a page of many devices under load scrolls smoothly, and its memory is flat',
  { timeout: 900_000 },
  async () => {
    const service = await startLargeService(DEVICES);
    const browser = await launchChromium();
    const load = startLoad({ url: service.url, token: await service.token(), rate: RATE, requestOf });
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 800 });
      await page.goto(service.page);
      await page.waitForSelector('.grid-box');
      const session = await page.createCDPSession();
      await show(page, 'traffic', '.list-box');
      const warm = performance.now() + WARM_UP;
      while ((await entriesOn(page)) < MOST_ENTRIES && performance.now() < warm) await pause(1000);
      const began = { at: performance.now(), answered: load.answered };
      const fleet: number[] = [];
      const traffic: number[] = [];
      const heaps: number[] = [];
      const entries: number[] = [];
      for (let sample = 0; sample < SAMPLES; sample++) {
        const next = began.at + (DURATION / SAMPLES) * (sample + 1);
        await show(page, 'fleet', '.grid-box');
        fleet.push(await framesWhileScrolling(page, '.grid-box'));
        await show(page, 'traffic', '.list-box');
        traffic.push(await framesWhileScrolling(page, '.list-box'));
        heaps.push(await heapOf(session));
        entries.push(await entriesOn(page));
        await pause(Math.max(0, next - performance.now()));
      }
      const rate = ((load.answered - began.answered) / (performance.now() - began.at)) * 1000;
      const [first, last] = [median(heaps.slice(0, SAMPLES / 3)), median(heaps.slice(-SAMPLES / 3))];
      process.stdout.write(
        `${DEVICES} devices, ${rate.toFixed(0)} requests a second, ${DURATION / 1000} s: ` +
          `${median(fleet).toFixed(0)} frames a second in the fleet (${fleet.map((each) => each.toFixed(0)).join(' ')}), ` +
          `${median(traffic).toFixed(0)} in the traffic (${traffic.map((each) => each.toFixed(0)).join(' ')}); ` +
          `heap ${heaps.map((each) => (each / 1e6).toFixed(1)).join(' ')} MB, ${entries.at(-1) ?? 0} entries\n`,
      );
      const grown = (median(entries.slice(-SAMPLES / 3)) - median(entries.slice(0, SAMPLES / 3))) * ENTRY;
      expect(rate).toBeGreaterThan(LEAST_RATE);
      expect(last).toBeLessThan(first * GROWTH + grown);
      expect(median(fleet)).toBeGreaterThanOrEqual(FRAMES);
      expect(median(traffic)).toBeGreaterThanOrEqual(FRAMES);
    } finally {
      await load.stop();
      await browser.close();
      await service.stop();
    }
  },
);

/** Configurations mostly, refreshes and commands among them, on devices all over the fleet. */
function requestOf(nth: number): { readonly path: string; readonly body?: string } {
  const device = `/devices/${deviceName(1 + ((nth * 7919) % DEVICES))}`;
  if (nth % 10 < 7) return { path: `${device}/config` };
  if (nth % 10 < 9) return { path: device };
  const relays = [{ index: 1 + (nth % 4), action: Math.floor(nth / DEVICES) % 2 === 0 ? 'on' : 'off' }];
  return { path: `${device}/relays/commands`, body: JSON.stringify({ relays }) };
}

async function show(page: Page, view: string, selector: string): Promise<void> {
  await page.evaluate((hash) => void (globalThis.location.hash = hash), `#/${view}`);
  await page.waitForSelector(selector);
}

/** Scrolls by some rows with each frame for two seconds, and counts the frames of a second. */
function framesWhileScrolling(page: Page, selector: string): Promise<number> {
  return page.$eval(
    selector,
    (box) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        let frames = 0;
        const next = (): void => {
          const since = performance.now() - began;
          if (since >= 2000) {
            resolve((frames / since) * 1000);
            return;
          }
          frames++;
          box.scrollTop += 37;
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
  );
}

/** Entries of the traffic that the page has, as it says. */
async function entriesOn(page: Page): Promise<number> {
  const words = await page.$eval('.list-panel [role="status"]', (each) => each.textContent ?? '');
  return Number((/^([\d,]+) entries/.exec(words)?.[1] ?? '0').replaceAll(',', ''));
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
