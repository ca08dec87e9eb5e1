// A service under load with its page open in a browser, beside the same service without: what the page takes of it.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { type Cores, keepOff, keepOn } from '../cores.js';
import { httpRequest } from '../load/http-load.js';
import { measureInTurn, type Subject } from '../rounds.js';
import type { Effort, Section, Table } from '../section.js';
import { bearer, deviceId, startSimulator, writeFleet } from '../server/simulator.js';
import { stopAll } from '../server/spawn-server.js';
import { httpSubject } from '../subject.js';

const CONNECTIONS = 32;
const DEVICES = 10_000;
/** In ms. */
const SETTLES = 1500;
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const page: Section = {
  name: 'page',
  limit: 180,
  pinned: true,
  short: false,
  run: async (effort) => [await compare(effort)],
};

async function compare({ builds, cores, rounds, duration }: Effort): Promise<Table> {
  const [build] = builds;
  const executablePath = process.env['CHROMIUM'] ?? PLACES.find((place) => existsSync(place));
  const title = `REST: configurations of ${DEVICES} devices, ${CONNECTIONS} connections, with the page open`;
  if (!build || executablePath === undefined)
    return { title, unit: 'requests', notes: ['no browser: install chromium, or name one in CHROMIUM'] };
  const folder = await mkdtemp(join(tmpdir(), 'conform-bench-page-'));
  const ready = join(folder, 'ready.json');
  const fleet = await writeFleet({ devices: DEVICES });
  const options = ['--control-port', '0', '--ready-file', ready];
  const simulator = await startSimulator(build, fleet, cores?.server, options);
  const { control, token } = JSON.parse(await readFile(ready, 'utf8')) as { control: string; token: string };
  const browser = await launch(executablePath, cores);
  try {
    const headers = bearer(await simulator.token());
    const request = (connection: number, nth: number): Buffer => {
      const device = deviceId(1 + ((connection * 313 + nth * 7) % DEVICES));
      return httpRequest('GET', `/svc/v1/devices/${device}/config`, headers);
    };
    const load = { connections: CONNECTIONS, duration };
    const subject = httpSubject('without a page', simulator, request, load);
    const address = `${new URL(control).origin}/#token=${token}`;
    const subjects = [subject, withPage(subject, browser, address)];
    return { title, unit: 'requests', results: await measureInTurn(subjects, rounds), aim: 0.97 };
  } finally {
    await browser.close();
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The browser runs on the cores that neither the service nor the load has. */
async function launch(executablePath: string, cores: Cores | undefined): Promise<Browser> {
  if (cores) keepOff(cores);
  const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'] });
  if (cores) keepOn(cores.client);
  return browser;
}

function withPage({ measure }: Subject, browser: Browser, address: string): Subject {
  return {
    name: 'with its page open',
    measure: async () => {
      const tab = await browser.newPage();
      await tab.goto(address);
      await tab.waitForSelector('.grid-box');
      // Opening it is no part of what is measured.
      await new Promise((resolve) => setTimeout(resolve, SETTLES));
      try {
        return await measure();
      } finally {
        await tab.close();
      }
    },
  };
}
