// A real report in a real browser: it is whole, asks nobody for anything, and has a look for the dark and for paper.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { start } from '../e2e/bin.js';
import { violationsOn } from './axe.js';
import { launchChromium } from './chromium.js';

let browser: Browser;
let page: Page;
const diagnostics: string[] = [];
const requests: string[] = [];

beforeAll(async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'conform-')), 'report.html');
  const args = ['run', 'refresh/shared-budget', 'ws/ping', '--defect', 'budget-missing'];
  const { code } = await start([...args, '--report', `html=${path}`]).ended;
  if (code !== 1) throw new Error(`the run ended with ${code}: no rule was found broken`);
  browser = await launchChromium();
  page = await browser.newPage();
  page.on('console', (message) => void diagnostics.push(message.text()));
  page.on('pageerror', (error) => void diagnostics.push(String(error)));
  page.on('request', (request) => void requests.push(request.url()));
  await page.goto(pathToFileURL(path).href, { waitUntil: 'networkidle0' });
});

afterAll(async () => {
  await browser.close();
});

/** A computed style of the first element that matches. */
const styleOf = (selector: string, property: string): Promise<string> =>
  page.$eval(
    selector,
    (element, name) =>
      element.ownerDocument.defaultView?.getComputedStyle(element).getPropertyValue(name) ?? '',
    property,
  );

test('the browser has nothing to complain of, and fetches nothing but the file', () => {
  expect(diagnostics).toEqual([]);
  expect(requests).toEqual([page.url()]);
});

test('what failed comes first and is open, and the exchange that broke the rule is marked in the timeline', async () => {
  const first = await page.$eval('details.case', (each) => [
    each.classList.contains('fail'),
    each.hasAttribute('open'),
  ]);
  expect(first).toEqual([true, true]);
  expect(await page.$$eval('details.fail .lanes .blamed', (all) => all.length)).toBeGreaterThan(0);
});

test('search and filter leave what is asked for, and a rule leads to its row and back', async () => {
  const count = (selector: string): Promise<number> => page.$$eval(selector, (all) => all.length);
  const all = await count('details.case');
  await page.type('::-p-aria([name="Search"][role="searchbox"])', 'ws/ping');
  expect(await count('details.case')).toBeLessThan(all);
  await page.click('::-p-aria([role="button"])::-p-text(rules)');
  await page.$eval('input[type=search]', (input) => {
    input.value = '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(await count('.rule-list li')).toBeGreaterThan(100);
  await page.click('.rule-list li .link');
  expect(await count('details.case')).toBeGreaterThan(0);
});

test('the swimlanes of what failed are drawn, within the page, also on a phone', async () => {
  await page.reload();
  for (const width of [1280, 360]) {
    await page.setViewport({ width, height: 800 });
    const boxes = await page.$$eval('details[open] svg.lanes', (all) =>
      all.map((each) => {
        const { width: drawn, height } = each.getBoundingClientRect();
        return drawn > 300 && height > 40;
      }),
    );
    expect(boxes.length).toBeGreaterThan(0);
    expect(new Set(boxes)).toEqual(new Set([true]));
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBe(0);
  }
  await page.setViewport({ width: 1280, height: 800 });
});

test.each(['light', 'dark'])('axe finds nothing in it, %s', async (scheme) => {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  expect(await violationsOn(page)).toEqual([]);
});

test('it is dark where people want it dark', async () => {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  const light = await styleOf('body', 'background-color');
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  expect([light, await styleOf('body', 'background-color')]).toEqual([
    'rgb(244, 246, 248)',
    'rgb(14, 18, 23)',
  ]);
});

test('on paper it is light in the dark, too, smaller, and keeps rows and swimlanes whole', async () => {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await page.emulateMediaType('print');
  expect(await styleOf('body', 'background-color')).toBe('rgb(255, 255, 255)');
  expect(await styleOf('body', 'font-size')).toBe('10.5px');
  expect(await styleOf('.finding', 'break-inside')).toBe('avoid');
  expect(await styleOf('svg.lanes', 'break-inside')).toBe('avoid');
  const pdf = await page.pdf({ format: 'A4' });
  expect(Buffer.from(pdf).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  await page.emulateMediaType('screen');
});
