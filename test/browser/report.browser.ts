// A real report in a real browser: it is whole, asks nobody for anything, and has a look for the dark and for paper.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { start } from '../e2e/bin.js';
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

test('the matrix has a square and a row for every rule, and each square leads to its row', async () => {
  const rows = await page.$$eval('table.rules tbody tr', (all) => all.map(({ id }) => `#${id}`));
  const squares = await page.$$eval('.overview .square', (all) =>
    all.map((each) => each.getAttribute('href')),
  );
  expect(rows.length).toBeGreaterThan(100);
  expect(squares).toEqual(rows);
});

test('the swimlanes of what failed are drawn, within the page', async () => {
  const boxes = await page.$$eval('details[open] svg.lanes', (all) =>
    all.map((each) => {
      const { width, height, right } = each.getBoundingClientRect();
      return {
        drawn: width > 300 && height > 40,
        inside: right <= each.ownerDocument.documentElement.clientWidth,
      };
    }),
  );
  expect(boxes.length).toBeGreaterThan(0);
  expect(new Set(boxes.map(({ drawn, inside }) => drawn && inside))).toEqual(new Set([true]));
});

test('it is dark where people want it dark', async () => {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  const light = await styleOf('body', 'background-color');
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  expect([light, await styleOf('body', 'background-color')]).toEqual([
    'rgb(255, 255, 255)',
    'rgb(20, 24, 28)',
  ]);
});

test('on paper it is light in the dark, too, smaller, and keeps rows and swimlanes whole', async () => {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await page.emulateMediaType('print');
  expect(await styleOf('body', 'background-color')).toBe('rgb(255, 255, 255)');
  expect(await styleOf('body', 'font-size')).toBe('10.5px');
  expect(await styleOf('table.rules tbody tr', 'break-inside')).toBe('avoid');
  expect(await styleOf('svg.lanes', 'break-inside')).toBe('avoid');
  const pdf = await page.pdf({ format: 'A4' });
  expect(Buffer.from(pdf).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  await page.emulateMediaType('screen');
});
