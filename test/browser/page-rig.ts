// A simulator with its page in a real browser, driven as a person drives it: by roles and labels.
import type { Browser, ElementHandle, HTTPRequest, Page } from 'puppeteer-core';
import { createSteerableClock } from '../../src/kernel/machine-clock.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import { loadPage } from '../../src/cli/load/page.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/start-simulator.js';
import { dialectNamed } from '../simulator/dialect-named.js';
import { stretch } from './busy.js';
import { launchChromium } from './chromium.js';

/** How long something is waited for on a quiet machine, in ms. */
const MOST = 5000;

export interface PageRig {
  readonly simulator: RunningSimulator;
  readonly browser: Browser;
  readonly page: Page;
  /** What the browser has complained of: script errors, breaches of the policy. */
  readonly complaints: string[];
  /** Addresses outside of the control plane that were asked for. */
  readonly strangers: string[];
  show(view: string): Promise<void>;
  /** Waits until everything that the page has asked for has come, its stream apart, and nothing more is asked. */
  settled(): Promise<void>;
  /** The first element with this role and name; waits for it. */
  find(role: string, name: string): Promise<ElementHandle>;
  press(role: string, name: string): Promise<void>;
  /** The text of the main part. */
  text(): Promise<string>;
  /** Calls the control plane from outside. */
  control<T>(path: string): Promise<T>;
  close(): Promise<void>;
}

/** @param port of the control plane; a free one when absent. */
export function startWithPage(fleetFile?: string, port = 0): Promise<RunningSimulator> {
  const loaded = loadFleet(fleetFile, process.cwd());
  if (!loaded.ok) throw new Error('the fleet is sound');
  return startSimulator({
    fleet: loaded.value.spec,
    dialect: dialectNamed('default'),
    clock: createSteerableClock(1),
    control: { page: loadPage(), port },
  });
}

export async function openPage(fleetFile?: string): Promise<PageRig> {
  const simulator = await startWithPage(fleetFile);
  const { control } = simulator;
  if (control?.page === undefined) throw new Error('the page is served');
  const { origin } = new URL(control.url);
  const browser = await launchChromium();
  const page = await browser.newPage();
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => void complaints.push(message.text()));
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('request', (request) => void (request.url().startsWith(origin) || strangers.push(request.url())));
  const settled = settling(page);
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(control.page);
  const find = async (role: string, name: string): Promise<ElementHandle> => {
    const found = await page.waitForSelector(
      `::-p-aria([name="${name.replaceAll('\\', '\\\\')}"][role="${role}"])`,
      {
        timeout: MOST * stretch(),
      },
    );
    if (!found) throw new Error(`no ${role} ${name}`);
    return found;
  };
  return {
    simulator,
    browser,
    page,
    complaints,
    strangers,
    find,
    settled,
    show: async (view) => {
      await page.evaluate((hash) => void (globalThis.location.hash = hash), `#/${view}`);
      await page.waitForFunction((part) => document.title.toLowerCase().includes(part), {}, titleOf(view));
    },
    press: async (role, name) => {
      await (await find(role, name)).click();
    },
    text: () => page.$eval('main', (main) => main.innerText),
    control: async <T>(path: string): Promise<T> => {
      const response = await fetch(control.url + path, {
        headers: { authorization: `Bearer ${control.token}` },
      });
      return (await response.json()) as T;
    },
    close: async () => {
      await browser.close();
      await simulator.close();
    },
  };
}

/** In ms. */
const QUIET = 200;
/** In ms: what is under way for longer has been cut off by a reload, of which the browser may never tell the end. */
const LOST = 2000;

function settling(page: Page): () => Promise<void> {
  const open = new Map<HTTPRequest, number>();
  let changed = performance.now();
  const ended = (request: HTTPRequest): void => {
    open.delete(request);
    changed = performance.now();
  };
  page.on('request', (request) => {
    changed = performance.now();
    if (!new URL(request.url()).pathname.endsWith('/live')) open.set(request, changed);
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  const isUnderWay = (): boolean => [...open.values()].some((at) => performance.now() - at < LOST);
  return async () => {
    await until(() => !isUnderWay() && performance.now() - changed >= QUIET);
  };
}

const titleOf = (view: string): string => view.split('/')[0] ?? view;

/** Waits until `holds`, and tells how long that took in ms of the machine. */
export async function until(holds: () => boolean | Promise<boolean>, most = MOST): Promise<number> {
  const began = performance.now();
  const latest = began + most * stretch();
  while (!(await holds())) {
    if (performance.now() > latest) throw new Error(`it did not hold within ${most} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - began;
}
