import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import { announceRunning } from '../../../src/cli/control/running.js';
import { createProgram } from '../../../src/cli/program.js';
import { createSteerableClock } from '../../../src/kernel/machine-clock.js';
import type { RunningSimulator } from '../../../src/simulator/start-simulator.js';
import { caughtIo } from '../caught-io.js';
import { startRig } from '../../simulator/control/rig.js';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process. */
async function conform(words: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  let code = -1;
  // No simulator that happens to run on this machine.
  const io = caughtIo({ env: { XDG_RUNTIME_DIR: '/no/such/folder', ...env } });
  try {
    await createProgram(io, (given) => (code = given)).parseAsync(['node', 'conform', ...words]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode === 0 ? 0 : 2;
  }
  return { code, ...io.said() };
}

async function bench(options: Parameters<typeof startRig>[0] = {}) {
  const rig = await startRig(options);
  const { url, token } = rig.simulator.control!;
  const env = { CONFORM_CONTROL: url, CONFORM_CONTROL_TOKEN: token };
  return { ...rig, env, run: (line: string) => conform(line.split(' '), env) };
}

describe('conform device', () => {
  it('lists the fleet as a table', async () => {
    const { run } = await bench();
    await run('fault add offline --id loose-cable --device plant-2');
    expect((await run('device list')).out).toBe(
      [
        'DEVICE   PROFILE  STATE    LANE  REFRESH  FAULTS',
        'plant-1  io       online   free  free',
        'plant-2  io       offline  free  free     loose-cable',
        'plant-3  io       online   free  free',
        'mini-1   mini     online   free  free',
        '4 of 4 devices',
        '',
      ].join('\n'),
    );
    expect((await run('device list --limit 1 --cursor plant-1')).out).toContain('more with --cursor plant-2');
  });

  it('shows what a device reports beside what is really so', async () => {
    const { run } = await bench();
    await run('device set-input plant-1 2 on');
    const { out } = await run('device show plant-1');
    expect(out).toMatch(/^state +online; supply on, link up$/m);
    expect(out).toMatch(/^relay 1 +off +switched 0 times, jog 500 ms$/m);
    expect(out).toMatch(/^input 2 +off +really on$/m);
    expect(out).toMatch(/^temperature +20$/m);
  });

  it('does to a device what the world would', async () => {
    const { run, simulator } = await bench();
    const lines = [
      'device set-analog plant-1 1 4.25',
      'device set-sensor plant-1 temperature -2',
      'device inject-rs485 plant-1 0103ff',
      'device drop-link plant-1',
      'device restore-link plant-1',
      'device cut-power plant-1',
      'device restore-power plant-1',
    ];
    for (const line of lines) expect(await run(line)).toMatchObject({ code: 0, err: '' });
    const told = simulator.journal.records({ kinds: ['stimulus'] });
    expect(told.map((each) => 'name' in each && each.name)).toEqual(lines.map((line) => line.split(' ')[1]));
    expect(simulator.device('plant-1')?.reported().analogInputs[0]?.value).toBe(4.25);
    expect(simulator.device('plant-1')?.reported().sensors[0]?.value).toBe(-2);
  });

  it('drives an input by a pattern', async () => {
    const { env, simulator, clock } = await bench();
    expect((await conform(['device', 'drive-input', 'plant-1', '3', 'square 2s'], env)).code).toBe(0);
    await clock.advance(1100);
    expect(simulator.device('plant-1')?.physical().digitalInputs[2]?.active).toBe(true);
  });

  it('says what is wrong', async () => {
    const { run } = await bench();
    const device = await run('device show plant-9');
    expect(device).toMatchObject({ code: 2, out: '' });
    expect(device.err).toContain('There is no device plant-9.');
    expect(device.err).toContain('Did you mean "plant-1"? conform device list shows them.');
    expect((await run('device set-input plant-1 9 on')).err).toContain(
      '<index>: plant-1 has no such channel: it has 3 digital inputs, from 1.',
    );
    expect((await run('device set-input plant-1 1 maybe')).code).toBe(2);
    expect((await run('device set-analog plant-1 1 much')).err).toContain('It is a number');
  });
});

describe('an act without an effect', () => {
  it('says so, and ends with 2, when nobody could notice it', async () => {
    const { run, clock, simulator } = await bench();
    await run('device cut-power plant-1');
    await clock.advance(300);
    const dead = await run('device inject-rs485 plant-1 0103');
    expect(dead).toMatchObject({ code: 2, out: '' });
    expect(dead.err).toContain('plant-1: inject-rs485 had no effect: it has no power');
    await run('device restore-power plant-1');
    const booting = await run('device inject-rs485 plant-1 0103');
    expect(booting).toMatchObject({ code: 2, err: expect.stringContaining('it is booting') });
    await clock.advance(3000);
    expect(await run('device inject-rs485 plant-1 0103')).toMatchObject({ code: 0, err: '' });
    const told = simulator.journal.records({ kinds: ['stimulus'] });
    expect(told.map((each) => ('detail' in each ? each.detail : ''))).toEqual([
      '',
      expect.stringContaining('it has no power'),
      '',
      expect.stringContaining('it is booting'),
      '',
    ]);
  });

  it('says so, and ends with 0, when all was so already', async () => {
    const { run } = await bench();
    expect(await run('device restore-link plant-1')).toMatchObject({
      code: 0,
      out: 'plant-1: restore-link changed nothing: its link is up already\n',
    });
  });
});

describe('what cannot be done', () => {
  it.each([
    ['device inject-rs485 plant-1 xyz', '<hex>: '],
    ['device drive-input plant-1 1 circle', '<pattern>: expected a pattern'],
    [
      'device set-sensor plant-1 humidity 7',
      '<sensor>: plant-1 has no such channel: its sensors are temperature.',
    ],
    ['fault add latency --with delay=soon', '--with delay=: '],
    ['fault add latency --probability 7', '--probability'],
    ['fault add offline --device nowhere', 'unknown device "nowhere"'],
    ['fault add ofline', 'unknown fault "ofline"'],
  ])('is told in the terms of the command line: conform %s', async (line, words) => {
    const { run } = await bench();
    const { code, err } = await run(line);
    expect(code).toBe(2);
    expect(err).toContain(words);
    expect(err).not.toMatch(/error: \/|at \/\w/);
  });
});

describe('conform fault', () => {
  it('orders, lists and clears faults', async () => {
    const { run } = await bench();
    expect(
      await run('fault add latency --route devices.list --with delay=50ms --after 5s --for 1m --id slow'),
    ).toEqual({
      code: 0,
      out: 'slow is waiting\n',
      err: '',
    });
    expect((await run('fault list')).out).toMatch(/^slow +latency +waiting +begins in 5 s +fired 0 of 0$/m);
    expect((await run('fault clear slow')).out).toBe('cleared slow\n');
    expect((await run('fault clear')).out).toBe('there were no faults\n');
    expect((await run('fault list')).out).toBe('no faults\n');
  });

  it('takes parameters that have parts, and suggests what was meant', async () => {
    const { env, run } = await bench();
    const words = ['fault', 'add', 'flapping', '--device', 'plant-1', '--with', 'up={"from":"1s","to":"3s"}'];
    expect((await conform(words, env)).code).toBe(0);
    const wrong = await run('fault add ofline');
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.err).toContain('Did you mean "offline"?');
    expect((await run('fault add latency --with delay')).err).toContain('--with name=value');
  });

  it('applies a plan', async () => {
    const { run } = await bench();
    expect((await run('fault apply fixtures/faults/no-such.yaml')).code).toBe(2);
    const applied = await run('fault apply fixtures/faults/rate-limit-storm.yaml');
    expect(applied).toMatchObject({ code: 0, err: '' });
    expect(applied.out).toMatch(/^ordered \S+/);
  });
});

describe('conform clock', () => {
  it('stops, steps and hurries time', async () => {
    const clock = createSteerableClock();
    const { run } = await bench({ clock });
    expect((await run('clock pause')).out).toMatch(/Z {2}paused, speed 1\n$/);
    const before = clock.now();
    expect((await run('clock step 3s')).code).toBe(0);
    expect(clock.now() - before).toBeCloseTo(3000);
    expect((await run('clock speed 10')).out).toMatch(/paused, speed 10\n$/);
    expect((await run('clock resume')).out).toMatch(/running, speed 10\n$/);
    expect(JSON.parse((await run('clock now --json')).out)).toMatchObject({
      kind: 'steerable',
      paused: false,
    });
  });

  it('refuses what is no duration, and what the clock cannot do', async () => {
    const { run } = await bench();
    expect((await run('clock step soon')).err).toContain('It is a duration');
    expect((await run('clock pause')).err).toContain('it cannot do that');
  });
});

describe('conform tail', () => {
  it('shows the last records in words, or as JSON lines', async () => {
    const { run, service, logIn } = await bench();
    await service('GET', '/devices', undefined, await logIn());
    await run('device drop-link plant-1');
    const { out } = await run('tail -n 4');
    expect(out.split('\n').map((line) => line.slice(13))).toEqual([
      'request    devices.list by operator #2 rest',
      'reply      devices.list SUCCESS #2',
      'stimulus   plant-1 drop-link',
      'event      device.connection.offline plant-1',
      '',
    ]);
    const json = (await run('tail --kind event --json')).out;
    expect(JSON.parse(json)).toMatchObject({ kind: 'event', topic: 'device.connection.offline' });
  });

  it('says of a refusal what came, what was wrong with it and what went back', async () => {
    const { run, service, logIn } = await bench();
    await service(
      'POST',
      '/devices/plant-1/relays/commands',
      { relays: [{ index: 1, action: 'toggle' }] },
      await logIn(),
    );
    await service('GET', '/devices', undefined, 'wrong');
    const { out } = await run('tail --code INVALID_REQUEST');
    expect(out).toContain(
      'refusal    POST /svc/v1/devices/plant-1/relays/commands -> 400 INVALID_REQUEST #2',
    );
    expect(out).toMatch(/wrong {5}\/relays\/0\/action: expected .*; "toggle" came\n/);
    expect(out).toMatch(/sent {6}\{ relays: \[\{ index: 1, action: "toggle" \}\] \}\n/);
    expect(out).toMatch(/answered {2}\{ code: "INVALID_REQUEST"/);
    expect(out).not.toContain('AUTH_INVALID');
  });

  it('shows only what took long', async () => {
    const { run, service, logIn, clock, control } = await bench();
    const token = await logIn('reader');
    await service('GET', '/devices', undefined, token);
    const slow = service('GET', '/devices/plant-1', undefined, token);
    const lane = async () => (await control('GET', '/devices/plant-1')).body.lane;
    while ((await lane()) === 'free') await new Promise((done) => setImmediate(done));
    await clock.advance(2000);
    await slow;
    const { out } = await run('tail --slow 5ms');
    expect(out).toMatch(/^\S+ reply {6}devices\.read plant-1 SUCCESS #\d+ in \d+ ms\n$/);
  });

  it('follows the journal until the simulator goes', async () => {
    const { run, simulator } = await bench();
    poke(simulator);
    const following = run('tail --follow --device plant-2 --kind stimulus');
    await reached(simulator, 1);
    poke(simulator);
    await simulator.close();
    const { out, err, code } = await following;
    expect(out.split('\n').filter((line) => line.includes('plant-2 set-analog'))).toHaveLength(2);
    expect(err).toContain('the simulator has gone');
    expect(code).toBe(3);
  });
});

describe('a simulator that runs', () => {
  function runtime(): Record<string, string> {
    const folder = mkdtempSync(join(tmpdir(), 'conform-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return { XDG_RUNTIME_DIR: folder };
  }
  async function running(env: Record<string, string>, url: string) {
    const { simulator } = await bench();
    const { url: control, token } = simulator.control!;
    return { control, token, withdraw: await announceRunning({ url, control, token }, { env }) };
  }

  it('is found by the commands of the same user, until it ends', async () => {
    const env = runtime();
    const { withdraw, token } = await running(env, 'http://127.0.0.1:7070');
    expect(await conform(['device', 'list'], env)).toMatchObject({ code: 0, err: '' });
    const path = join(env['XDG_RUNTIME_DIR'] ?? '', 'conform', `serve-${process.pid}.json`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain(token);
    await withdraw();
    const { code, err } = await conform(['device', 'list'], env);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('no simulator of yours runs here'),
    });
  });

  it('is chosen by its address when there are several', async () => {
    const env = runtime();
    const one = await running(env, 'http://127.0.0.1:7070');
    const path = join(env['XDG_RUNTIME_DIR'] ?? '', 'conform');
    const another = {
      pid: process.ppid,
      url: 'http://127.0.0.1:9090',
      control: 'http://127.0.0.1:9/control/v1',
      token: 't',
    };
    writeFileSync(join(path, `serve-${process.ppid}.json`), JSON.stringify(another));
    const { code, err } = await conform(['device', 'list'], env);
    expect(code).toBe(2);
    expect(err).toContain('several simulators of yours run here');
    expect(err).toContain(`--control ${one.control}  (http://127.0.0.1:7070)`);
    for (const place of [one.control, 'http://127.0.0.1:7070'])
      expect(await conform(['device', 'list', '--control', place], env)).toMatchObject({ code: 0, err: '' });
  });

  it('that was killed is not found, nor one whose file is not what it should be', async () => {
    const env = runtime();
    const folder = join(env['XDG_RUNTIME_DIR'] ?? '', 'conform');
    mkdirSync(folder);
    // No system has so many processes.
    const dead = { pid: 2 ** 31 - 2, url: 'x', control: 'http://127.0.0.1:9/control/v1', token: 't' };
    const file = join(folder, `serve-${dead.pid}.json`);
    writeFileSync(file, JSON.stringify(dead));
    writeFileSync(join(folder, `serve-${process.pid}.json`), '{');
    expect(await conform(['device', 'list'], env)).toMatchObject({ code: 2 });
    expect(existsSync(file)).toBe(false);
  });
});

describe('the commands over the control plane', () => {
  it('say where to find the address and the token', async () => {
    expect(await conform(['clock', 'now'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('CONFORM_CONTROL'),
    });
    const { err } = await conform(['clock', 'now', '--control', 'http://127.0.0.1:1/control/v1']);
    expect(err).toContain('the token of the control plane is missing');
  });

  it('take the token from a file, which the list of processes does not show', async () => {
    const { env } = await bench();
    const { CONFORM_CONTROL_TOKEN: token, ...place } = env;
    const folder = mkdtempSync(join(tmpdir(), 'conform-'));
    const file = join(folder, 'token');
    writeFileSync(file, `${token}\n`);
    expect(await conform(['clock', 'now', '--control-token-file', file], place)).toMatchObject({ code: 0 });
    const named = { ...place, CONFORM_CONTROL_TOKEN_FILE: file };
    expect(await conform(['clock', 'now'], named)).toMatchObject({ code: 0 });
    writeFileSync(file, 'two words');
    const { code, err } = await conform(['clock', 'now', '--control-token-file', file], env);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('holds no token') });
    rmSync(folder, { recursive: true });
    const missing = await conform(['clock', 'now', '--control-token-file', file], env);
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('no such file') });
  });

  it('end with 3 when nobody answers, and with 2 when the token is wrong', async () => {
    const { env } = await bench();
    const dead = { CONFORM_CONTROL: 'http://127.0.0.1:9', CONFORM_CONTROL_TOKEN: 'x' };
    expect(await conform(['clock', 'now'], dead)).toMatchObject({ code: 3 });
    const wrong = await conform(['clock', 'now'], { ...env, CONFORM_CONTROL_TOKEN: 'ctl-wrong' });
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('token') });
  });
});

function poke(simulator: RunningSimulator): void {
  simulator.device('plant-2')?.stimuli.setAnalog(1, 2);
}

/** Waits until so many readers follow the journal. */
async function reached(simulator: RunningSimulator, readers: number): Promise<void> {
  let over = false;
  onTestFinished(() => {
    over = true;
  });
  while (!over && simulator.journal.listeners < readers)
    await new Promise((resolve) => setImmediate(resolve));
}
