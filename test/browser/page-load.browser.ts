// 100,000 devices and 2,000 requests a second: the page scrolls at 50 frames a second, and its memory is flat over ten
// minutes. `npm run proof -- page` does that; in `npm run proof -- browser` devices are a tenth, minutes a twentieth, and
// load and frames are what a busy machine can bear.
import type { CDPSession, Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { stretch } from './busy.js';
import { launchChromium } from './chromium.js';
import { deviceName, startLargeService } from './load/large-fleet.js';
import { startLoad } from './load/paced-load.js';

const PART = Number(process.env['PAGE_PART'] ?? 10);
const DEVICES = 100_000 / PART;
const WHOLE = PART === 1;
const RATE = WHOLE ? 2000 : 500;
/** What comes of it at least, where the machine has other work. */
const LEAST_RATE = WHOLE ? 1900 : 200 / stretch();
/** In ms. */
const DURATION = Number(process.env['PAGE_MINUTES'] ?? (WHOLE ? 10 : 0.5)) * 60_000;
/** The page remembers so many entries, and no more: until then it grows. */
const MOST_ENTRIES = WHOLE ? 20_000 : 2000;
/** From the first sample on. */
const LEAST_ENTRIES = WHOLE ? MOST_ENTRIES : 1;
/** For that, and until everything has been shown and compiled, in ms. */
const WARM_UP = 300_000;
const SETTLES = WHOLE ? 20_000 : 2000;
/** What an entry may take, in bytes. */
const ENTRY = 1200;
const SAMPLES = WHOLE ? 12 : 6;
/** A browser draws at most 60; two cores have the load, the service and the page to carry. */
const FRAMES = WHOLE ? 50 : 30 / stretch();
/** What the heap may grow by over all samples, in bytes, beside what more entries take. */
const GROWTH = 2_000_000;
/** Nodes of the document that the last sample may have more than the first, of thousands: more or fewer rows are in sight. */
const NODES = 500;

interface Sample {
  /** Frames a second while somebody scrolls. */
  readonly fleet: number;
  readonly traffic: number;
  /** Bytes, after a collection. */
  readonly heap: number;
  readonly entries: number;
  readonly nodes: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test(
  'a page of many devices under load scrolls smoothly, and its memory is flat',
  { timeout: DURATION + WARM_UP + 120_000 },
  async () => {
    const service = await startLargeService(DEVICES);
    const browser = await launchChromium();
    const devices = Array.from({ length: DEVICES }, (_, at) => deviceName(at + 1));
    const port = Number(new URL(service.url).port);
    const load = startLoad({ port, token: await service.token(), rate: RATE, devices });
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 800 });
      await page.goto(service.page);
      await (await page.waitForSelector('.grid-box'))?.dispose();
      const session = await page.createCDPSession();
      await warmUp(page, session);
      const began = { at: performance.now(), ...load.soFar };
      const samples: Sample[] = [];
      while (samples.length < SAMPLES) {
        samples.push(await takeSample(page, session));
        await pause(began.at + (DURATION / SAMPLES) * samples.length - performance.now());
      }
      const seconds = (performance.now() - began.at) / 1000;
      const rate = (load.soFar.answered - began.answered) / seconds;
      const succeeded = (load.soFar.succeeded - began.succeeded) / seconds;
      process.stdout.write(words({ rate, succeeded, seconds, samples }));
      expect(rate).toBeGreaterThanOrEqual(LEAST_RATE);
      expect(succeeded).toBeGreaterThan(rate * 0.9);
      const grown = growthOf(samples.map(({ heap }) => heap));
      const more = growthOf(samples.map(({ entries }) => entries));
      expect(Math.min(...samples.map(({ entries }) => entries))).toBeGreaterThanOrEqual(LEAST_ENTRIES);
      expect(grown - Math.max(0, more) * ENTRY).toBeLessThan(GROWTH);
      expect(growthOf(samples.map(({ nodes }) => nodes))).toBeLessThan(NODES);
      expect(median(samples.map(({ fleet }) => fleet))).toBeGreaterThanOrEqual(FRAMES);
      expect(median(samples.map(({ traffic }) => traffic))).toBeGreaterThanOrEqual(FRAMES);
    } finally {
      await load.stop();
      await browser.close();
      await service.stop();
    }
  },
);

/** Until the list of the traffic is full, and each view has been shown and scrolled. */
async function warmUp(page: Page, session: CDPSession): Promise<void> {
  await takeSample(page, session);
  const latest = performance.now() + WARM_UP;
  while ((await entriesOn(page)) < MOST_ENTRIES && performance.now() < latest) await pause(1000);
  await takeSample(page, session);
  await pause(SETTLES);
}

async function takeSample(page: Page, session: CDPSession): Promise<Sample> {
  await show(page, 'fleet', '.grid-box');
  const fleet = await framesWhileScrolling(page, '.grid-box');
  await show(page, 'traffic', '.list-box');
  const traffic = await framesWhileScrolling(page, '.list-box');
  // What only a finalizer holds goes with the second one.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { fleet, traffic, heap: usedSize, entries: await entriesOn(page), nodes };
}

async function show(page: Page, view: string, selector: string): Promise<void> {
  await page.evaluate((hash) => void (globalThis.location.hash = hash), `#/${view}`);
  // Whoever holds an element holds all of its view, also when another one is shown.
  await (await page.waitForSelector(selector))?.dispose();
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
  const said = await page.$eval('.list-panel [role="status"]', (each) => each.textContent ?? '');
  return Number((/^([\d,]+) entries/.exec(said)?.[1] ?? '0').replaceAll(',', ''));
}

/** By how much the straight line through evenly spaced numbers rises from the first to the last. */
function growthOf(numbers: readonly number[]): number {
  const middle = (numbers.length - 1) / 2;
  const slope =
    numbers.reduce((sum, each, at) => sum + (at - middle) * each, 0) /
    numbers.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return slope * (numbers.length - 1);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function words(measured: {
  readonly rate: number;
  readonly succeeded: number;
  readonly seconds: number;
  readonly samples: readonly Sample[];
}): string {
  const { rate, succeeded, seconds, samples } = measured;
  const row = (name: keyof Sample, digits = 0, unit = 1): string =>
    samples.map((each) => (each[name] / unit).toFixed(digits)).join(' ');
  const grown = (growthOf(samples.map(({ heap }) => heap)) / 1e6).toFixed(2);
  return [
    `${DEVICES} devices, ${seconds.toFixed(0)} s: ${rate.toFixed(0)} requests a second answered, ${succeeded.toFixed(0)} with success`,
    `frames a second in the fleet    ${row('fleet')}`,
    `frames a second in the traffic  ${row('traffic')}`,
    `heap in MB                      ${row('heap', 2, 1e6)}: the line through them rises by ${grown}`,
    `entries                         ${row('entries')}`,
    `nodes of documents              ${row('nodes')}`,
    '',
  ].join('\n');
}
