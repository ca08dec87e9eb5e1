// Writes the pictures of docs/pictures anew: a simulator with a client and two faults, and its page in the Chromium of this
// machine. `node build/pictures.mjs`, after a build. Times of day and the order of what comes at once differ each time.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';

/** Where to, which view, in which colours, and the buttons that are pressed there; in the order in which they are taken. */
const PICTURES = [
  {
    file: 'page-traffic.png',
    view: 'traffic',
    scheme: 'dark',
    presses: ['10 s', 'devices.read DEVICE_OFFLINE'],
  },
  { file: 'page-fleet.png', view: 'fleet', scheme: 'light' },
  { file: 'page-device.png', view: 'device/bench-01', scheme: 'light' },
];
/** 1024 by 640 pixels. */
const SIZE = { width: 1280, height: 800, deviceScaleFactor: 0.8 };
/** How long the client is at work, and after how long the first picture is taken, in ms. */
const LOAD = 16_000;
const BEFORE = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'conform-pictures-'));
const ready = join(folder, 'ready.json');
const server = spawn(
  process.execPath,
  ['bin/conform.js', 'serve', '--port', '0', '--seed', '1', '--ready-file', ready],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
let browser;
try {
  const { url, control, token } = await started();
  await stage(control, token);
  browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  await page.setViewport(SIZE);
  await page.goto(new URL(`/#token=${token}`, control).href);
  const used = use(url);
  await pause(BEFORE);
  for (const picture of PICTURES) await take(page, picture);
  await used;
} finally {
  await browser?.close();
  server.kill();
  rmSync(folder, { recursive: true });
}

async function take(page, { file, view, scheme, presses = [] }) {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.evaluate((hash) => void (location.hash = hash), `#/${view}`);
  await page.waitForFunction((part) => document.title.toLowerCase().includes(part), {}, view.split('/')[0]);
  for (const words of presses) await page.evaluate(press, words);
  await pause(1500);
  await page.screenshot({ path: join('docs', 'pictures', file) });
  process.stdout.write(`docs/pictures/${file}\n`);
}

/** In the page: presses the first button with these words. */
function press(words) {
  const buttons = [...document.querySelectorAll('main button')];
  buttons.find(({ innerText }) => innerText.replaceAll(/\s+/g, ' ').includes(words)).click();
}

/** What the ready file says, once it is there. */
async function started() {
  for (let tries = 0; tries < 200; tries++) {
    if (existsSync(ready)) return JSON.parse(readFileSync(ready, 'utf8'));
    await pause(100);
  }
  throw new Error('the simulator has not begun within 20 s');
}

/** A contact that does not close, and a link that comes and goes. */
async function stage(control, token) {
  const orders = [
    { fault: 'stuck-relay', id: 'welded', on: { device: 'bench-01' }, with: { relays: [1], at: 'open' } },
    { fault: 'flapping', id: 'flapping', on: { device: 'bench-05' }, with: { down: '2s', up: '1s' } },
  ];
  for (const order of orders) {
    const reply = await fetch(`${control}/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    if (!reply.ok) throw new Error(await reply.text());
  }
}

/** A client that reads, switches and listens for a while; some of what it asks is refused. */
async function use(url) {
  const headers = { 'content-type': 'application/json' };
  const call = async (method, path, body) => {
    const own = method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
    const asked = { method, headers: { ...headers, ...own }, body: body && JSON.stringify(body) };
    return (await (await fetch(`${url}/svc/v1${path}`, asked)).json()).data;
  };
  const login = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
  headers.authorization = `Bearer ${(await call('POST', '/auth/token', login)).accessToken}`;
  const { ticket } = await call('POST', '/ws/ticket');
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(`${url.replace('http', 'ws')}/svc/v1/ws?ticket=${ticket}`);
  await new Promise((resolve) => socket.once('open', resolve));
  const until = performance.now() + LOAD;
  for (let at = 0; performance.now() < until; at++) {
    const deviceId = `bench-0${(at % 6) + 1}`;
    const relays = [1, 2, 3].map((index) => ({ index, action: index < 3 || at % 2 ? 'on' : 'off' }));
    await call('GET', `/devices/${deviceId}`);
    await call('POST', `/devices/${deviceId}/relays/commands`, { relays });
    socket.send(
      JSON.stringify({ type: 'request', topic: 'device.state.get', requestId: `r${at}`, data: { deviceId } }),
    );
    if (at % 2) await call('GET', '/devices');
  }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
