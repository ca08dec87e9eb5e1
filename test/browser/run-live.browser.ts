// A run that is watched: verdicts come as they come, and when it has ended the page is what the report is.
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { start } from '../e2e/bin.js';
import { launchChromium } from './chromium.js';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
});

afterAll(() => browser.close());

test('a run shows its checks while they go on, and stays as its report', async () => {
  const run = start(['run', 'refresh/*', 'ws/ping', '--defect', 'budget-missing', '--live', '--speed', '3']);
  const [, address = ''] = await run.printed('stderr', /watch it: (\S+)\n/);
  expect((await fetch(new URL('/run/v1/live', address))).status).toBe(401);
  await page.goto(address);
  await page.waitForSelector('progress');
  await page.waitForSelector('details.case');
  const early = await page.$('.conclusion');
  expect(early).toBeNull();
  const { code } = await run.ended;
  expect(code).toBe(1);
  await page.waitForSelector('.conclusion.bad');
  expect(await page.$eval('.broken-rules', (all) => all.textContent)).toContain('refresh.min-interval');
  expect(await page.$('progress')).toBeNull();
  expect(await page.$$eval('details.case.fail .lanes .blamed', (all) => all.length)).toBeGreaterThan(0);
  expect(await page.$eval('.report .toolbar', (bar) => bar.textContent)).toContain('rules');
});

test('an audit shows its days while they are lived, and stays as its report', async () => {
  const client = ['--', 'node', 'examples/client/dist/main.js'];
  const audit = start(['audit', '--day', 'tight-limits', '--speed', '10', '--live', ...client]);
  const [, address = ''] = await audit.printed('stderr', /watch it: (\S+)\n/);
  await page.goto(address);
  await page.waitForSelector('progress');
  const running = await page.waitForFunction(
    () => document.querySelector('.running')?.textContent?.includes('tight-limits') === true,
  );
  expect(await running.jsonValue()).toBe(true);
  expect(await page.$('.conclusion')).toBeNull();
  const { code } = await audit.ended;
  await page.waitForSelector('.conclusion');
  expect(await page.$('progress')).toBeNull();
  const rules = await page.$$eval('details.case', (all) => all.map(({ textContent }) => textContent ?? ''));
  expect(rules.some((text) => text.includes('client.waits-after-429'))).toBe(true);
  expect([0, 4]).toContain(code);
});
