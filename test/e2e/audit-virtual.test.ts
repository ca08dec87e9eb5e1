// `conform audit --virtual`: clients of Node and Python for which a day of minutes takes a second, the same each time.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FETCH, GOOD, KEYLESS } from './audit-clients.js';
import { conform, type Ended, start } from './bin.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-virtual-'));

function dayOf(lasts: string): string {
  // In the place of the calm day that comes with the program.
  const path = join(mkdtempSync(join(folder, 'day-')), 'calm.yaml');
  writeFileSync(
    path,
    `title: A day of ${lasts}
about: for a test
lasts: ${lasts}
exercises: [client.key-per-command, client.key-never-reused]
orders:
  - { do: setRelays, at: 500ms, deviceId: bench-01, relays: [{ index: 2, action: 'on' }] }
`,
  );
  return path;
}

const audit = (lasts: string, ...more: readonly string[]): Promise<Ended> =>
  conform('audit', '--virtual', '--day', dayOf(lasts), ...more);

/** What a client wrote, a JSON text. */
async function saidBy(lasts: string, ...command: readonly string[]): Promise<unknown> {
  const kept = mkdtempSync(join(folder, 'kept-'));
  await audit(lasts, '--keep', kept, '--', ...command);
  const written = readFileSync(join(kept, 'calm-1.log'), 'utf8');
  return JSON.parse(written.split('\n').find((line) => line.startsWith('{')) ?? written);
}

/** Each way to wait and to read a clock: how much of the time passed by which clock. */
const CLOCKS = `
import { setTimeout as later, setInterval as each } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connect } from 'node:net';
setInterval(() => undefined, 100_000);
const { CONFORM_HOST: host, CONFORM_PORT: port, CONFORM_URL: url } = process.env;
await fetch(url);
const said = {};
const measured = async (name, wait) => {
  const clocks = [Date.now, () => new Date().getTime(), () => performance.now(), () => Number(process.hrtime.bigint()) / 1e6,
    () => process.uptime() * 1000, () => process.hrtime()[0] * 1000 + process.hrtime()[1] / 1e6];
  const before = clocks.map((clock) => clock());
  await wait();
  said[name] = [...new Set(clocks.map((clock, at) => Math.round(clock() - before[at])))];
};
const event = (target, name) => new Promise((resolve) => target.addEventListener(name, resolve));
await measured('setTimeout', () => new Promise((resolve) => setTimeout(resolve, 1000)));
await measured('promise', () => later(2000));
await measured('promisified', () => promisify(setTimeout)(3000));
await measured('interval', () => new Promise((resolve) => { let n = 0; const it = setInterval(() => ++n === 3 && resolve(clearInterval(it)), 500); }));
await measured('iterator', async () => { let n = 0; for await (const _ of each(500)) if (++n === 2) break; });
await measured('refresh', () => new Promise((resolve) => { const it = setTimeout(resolve, 2000); setTimeout(() => it.refresh(), 1500); }));
await measured('signal', () => event(AbortSignal.timeout(4000), 'abort'));
await measured('aborted', () => later(9000, 1, { signal: AbortSignal.timeout(700) }).catch(() => undefined));
await measured('socket', () => new Promise((resolve) => { const it = connect(port, host); it.setTimeout(2500, () => resolve(it.destroy())); }));
await measured('cleared', async () => { const it = setTimeout(() => { said.wrong = true; }, 100); clearTimeout(Number(it)); await later(200); });
said.isDate = new Date() instanceof Date && new Date(0).getTime() === 0 && typeof Date() === 'string';
said.chance = [Math.random(), crypto.randomUUID(), Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex')];
console.log(JSON.stringify(said));
await later(600_000);
`;

describe('conform audit --virtual', () => {
  test('judges the example client on a day of two minutes, the same each time, byte for byte', async () => {
    const reports = [join(folder, 'one.json'), join(folder, 'two.json')];
    for (const path of reports) {
      const { code, stderr } = await audit('2m', '--report', `json=${path}`, '--', 'node', GOOD);
      expect([code, stderr]).toEqual([0, '']);
    }
    const [one, two] = reports.map((path) => readFileSync(path, 'utf8'));
    expect(one).toContain('kept, n = ');
    expect(two?.replaceAll('two.json', 'one.json')).toBe(one);
  });

  test('gives each clock and each timer of Node the time of the day', async () => {
    const script = join(folder, 'clocks.mjs');
    writeFileSync(script, CLOCKS);
    const said = await saidBy('1m', 'node', script);
    expect(said).toMatchObject({
      setTimeout: [1000],
      promise: [2000],
      promisified: [3000],
      interval: [1500],
      iterator: [1000],
      refresh: [3500],
      signal: [4000],
      aborted: [700],
      socket: [2500],
      cleared: [200],
      isDate: true,
    });
    expect(said).not.toHaveProperty('wrong');
    const again = await saidBy('1m', 'node', script);
    expect(again).toEqual(said);
  });

  test('gives threads, locks, sockets and asyncio of Python the time of the day', async () => {
    const said = await saidBy('1m', 'python3', 'test/e2e/files/clocks.py');
    const again = await saidBy('1m', 'python3', 'test/e2e/files/clocks.py');
    expect(said).toMatchObject({
      sleep: [1000],
      event: [2000],
      lock: [1500],
      queue: [2500],
      join: [3000],
      pool: [1200],
      select: [700],
      socket: [2200],
      // Asked for every 50 ms.
      file_lock: [1550],
      fork: [1300],
      asyncio: [4000],
      gather: [2000],
      tiny: true,
    });
    expect(again).toEqual(said);
  });

  test('confirms a breach in real time before it is one', async () => {
    const { code, stdout, stderr } = await audit('3s', '--', 'node', '-e', KEYLESS);
    expect(stderr).toContain('client.key-per-command: once more, in real time, on calm');
    expect(stdout).toMatch(/broken +client\.key-per-command/);
    expect(stdout).toContain('calm (real time)');
    expect(code).toBe(1);
  });

  test('says that it was ended before real time could show a breach', async () => {
    const running = start(['audit', '--virtual', '--day', dayOf('20s'), '--', 'node', '-e', KEYLESS]);
    await running.printed('stderr', /once more, in real time/);
    running.kill('SIGINT');
    const { code, stdout } = await running.ended;
    expect(stdout.replace(/\s+/g, ' ')).toContain('the audit was ended before real time could show it');
    expect(code).toBe(4);
  });

  test('leaves undecided what only a time that stands still has brought about', async () => {
    const script = `${FETCH}
      const { CONFORM_CLIENT_ID: clientId, CONFORM_CLIENT_SECRET: clientSecret, CONFORM_DEVICE_ID: device } = process.env;
      call('POST', '/auth/token', { clientId, clientSecret }).then(({ data }) => {
        for (const action of ['on', 'off']) {
          call('POST', '/devices/' + device + '/relays/commands', { relays: [{ index: 2, action }] },
            { authorization: 'Bearer ' + data.accessToken, 'idempotency-key': 'key-' + Date.now() });
          for (let at = 0; at < 5e6; at++);
        }
      });
      setInterval(() => {}, 1000);`;
    const { code, stdout } = await audit(
      '3s',
      '--rule',
      'client.key-never-reused',
      '--',
      'node',
      '-e',
      script,
    );
    expect(stdout).toMatch(/undecided +client\.key-never-reused/);
    expect(stdout.replace(/\s+/g, ' ')).toContain('it was broken in virtual time only (on calm: ');
    expect(code).toBe(0);
  });

  test.each([
    [['--speed', '2'], '--virtual and --speed exclude each other'],
    [['--tls'], '--virtual and --tls exclude each other'],
    [['--explore', '5', '--live'], '--explore and --live exclude each other'],
  ])('%s does not go with it', async (more, message) => {
    const { code, stderr } = await audit('3s', ...more, '--', 'node', GOOD);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

/** Without a key where the seed says so, at bench-02 only. */
const SOMETIMES = `
import { createInterface } from 'node:readline';
${FETCH}
const { CONFORM_CLIENT_ID: clientId, CONFORM_CLIENT_SECRET: clientSecret, CONFORM_SEED: seed } = process.env;
const { data } = await call('POST', '/auth/token', { clientId, clientSecret });
const head = { authorization: 'Bearer ' + data.accessToken };
for await (const line of createInterface({ input: process.stdin })) {
  const { deviceId, relays } = JSON.parse(line);
  const isOdd = Number(seed) % 4 === 3 && deviceId === 'bench-02';
  call('POST', '/devices/' + deviceId + '/relays/commands', { relays },
    isOdd ? head : { ...head, 'idempotency-key': crypto.randomUUID() });
}`;

describe('conform audit --explore', () => {
  const BUSY = `title: A day with much that goes wrong
about: for a test
lasts: 40s
exercises: [client.key-per-command, client.key-never-reused]
faults:
  - { fault: latency, probability: 0.5, with: { delay: 300ms } }
  - { fault: internal-error, every: 7 }
stimuli:
  - { do: set-input, device: bench-01, index: 3, at: 1s, again: 2s, times: 15 }
orders:
  - { do: setRelays, at: 500ms, again: 2s, times: 15, deviceId: bench-01, relays: [{ index: 2, action: 'on' }] }
  - { do: setRelays, at: 5s, again: 3s, times: 9, deviceId: bench-02, relays: [{ index: 2, action: 'on' }] }
`;
  const busy = join(mkdtempSync(join(folder, 'day-')), 'calm.yaml');
  writeFileSync(busy, BUSY);
  const script = join(folder, 'sometimes.mjs');
  writeFileSync(script, SOMETIMES);
  const explore = (kept: string, seeds: string, ...command: readonly string[]): Promise<Ended> =>
    conform(
      'audit',
      '--virtual',
      '--day',
      busy,
      '--seed',
      '1',
      '--explore',
      seeds,
      '--keep',
      kept,
      '--',
      ...command,
    );

  test('finds a breach that only some seeds show, and writes the short day that shows it again', async () => {
    const kept = mkdtempSync(join(folder, 'kept-'));
    const { code, stdout, stderr } = await explore(kept, '6', 'node', script);
    expect(stderr).toContain('client.key-per-command: broken with seed 3 on calm, after 5');
    expect(stdout).toMatch(/broken +client\.key-per-command/);
    expect(stdout).toContain('Tried 6 seeds: 1 rule broken.');
    expect(stdout).toContain('calm, seed 3, after 5 s, 0 faults, 1 order. Once more:');
    expect(code).toBe(1);
    const path = join(kept, 'key-per-command', 'calm.yaml');
    expect(readFileSync(path, 'utf8')).toMatch(/lasts: [67]s\norders:\n(?: .*\n)+$/);
    const again = (seed: string): Promise<Ended> =>
      conform(
        'audit',
        '--virtual',
        '--day',
        path,
        '--rule',
        'client.key-per-command',
        '--seed',
        seed,
        '--',
        'node',
        script,
      );
    expect(await again('3')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/broken +client/) as string,
    });
    expect(await again('4')).toMatchObject({ code: 0 });
  });

  test('finds nothing at a client that keeps the rules', async () => {
    const kept = mkdtempSync(join(folder, 'kept-'));
    const { code, stdout } = await explore(kept, '3', 'node', GOOD);
    expect(stdout).toContain('Tried 3 seeds: 0 rules broken.');
    expect(existsSync(join(kept, 'key-per-command'))).toBe(false);
    expect(code).toBe(0);
  });

  test('is refused without virtual time', async () => {
    const { code, stderr } = await conform('audit', '--explore', '5', '--', 'node', script);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--explore goes with --virtual')]);
  });
});

describe('the clients that conform explain shows', () => {
  test.each([
    ['node', 'advice.mjs'],
    ['python3', 'advice.py'],
  ])('keep every rule: %s %s', async (program, file) => {
    const each = ['--instances', '3', '--env', 'CONFORM_DEVICE_IDS=bench-0{instance}'];
    const client = `proof/strangers/clients/advice/${file}`;
    const { stdout } = await conform('audit', '--virtual', '--seed', '13', ...each, '--', program, client);
    // What chance brings about may leave one of them open.
    expect(stdout).toMatch(/22 rules: (?:22|1 undecided, 21) holds/);
  });
});
