// Runs that are ended by signals, whatever they are doing: what they switched is put back before they end.
import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { badLineTo } from './bad-line.js';
import { type Running, start } from './bin.js';
import {
  at,
  inFolder,
  kept,
  lampIsOn,
  report,
  reportAt,
  runAt,
  SLOW,
  SPEED,
  timeToEnd,
  WITHIN,
} from './left-switched.js';
import { witnessed } from './witness.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe.each(SIGNALS)('%s', (signal) => {
  const orderly = async (running: Running): Promise<void> => {
    running.kill(signal);
    const { ended, took } = await timeToEnd(running);
    expect(took).toBeLessThan(WITHIN);
    expect(ended).toMatchObject({ signal: null, code: 4 });
    expect(ended.stderr).toContain(`${signal}: ending the run`);
    expect(report('r')).toMatchObject({ cutShort: 'interrupted', notRestored: [] });
    expect(kept()).toEqual([]);
  };

  test('during a check puts the relay back, and writes the report', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    await orderly(await lampIsOn(url, simulator, '--report', `json=${reportAt('r')}`));
    expect(await simulator.relaysOn()).toEqual([]);
  });

  test('while the preflight or the calibration waits for an answer ends the run at once', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const silent = await badLineTo(url);
    const asked = silent.setAt(/POST \/svc\/v1\/auth\/token/, 'hang');
    const running = runAt(silent.url, SLOW, '--report', `json=${reportAt('r')}`);
    await asked;
    await orderly(running);

    const later = await badLineTo(url);
    const upgraded = later.setAt(/upgrade: websocket/i, 'through');
    const calibrating = runAt(later.url, SLOW, '--report', `json=${reportAt('r')}`);
    await upgraded;
    await later.setAt(/GET \/svc\/v1\/devices /, 'hang');
    await orderly(calibrating);
    expect(await simulator.relaysOn()).toEqual([]);
  });

  test('during a stimulus command ends it, and undoes what it may have done', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const profile = inFolder('lab.yaml');
    const marks = { down: inFolder('down'), up: inFolder('up') };
    writeFileSync(
      profile,
      [
        `baseUrl: ${url}`,
        'clients:',
        '  operator: { clientId: operator, clientSecretEnv: S, scopes: [device:control, device:config, device:manage] }',
        '  controller: { clientId: controller, clientSecretEnv: C, scopes: [device:control] }',
        'devices: { bench: { deviceId: bench-01, relays: [1] } }',
        'stimuli:',
        `  drop-link: { command: [sh, -c, 'touch ${marks.down}; sleep 300'], timeout: 5m }`,
        `  restore-link: { command: [touch, ${marks.up}] }`,
      ].join('\n'),
    );
    const running = start(
      ['run', 'events/online-offline', ...at(profile), '--report', `json=${reportAt('r')}`],
      { env: { S: 'demo-operator-secret', C: 'demo-controller-secret' } },
    );
    while (!existsSync(marks.down)) await new Promise((resolve) => setTimeout(resolve, 50));
    await orderly(running);
    expect(existsSync(marks.up)).toBe(true);
  });

  test('during random programs puts everything back', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const line = await badLineTo(url);
    const running = runAt(line.url, 'properties/*', '--time', '1m', '--report', `json=${reportAt('r')}`);
    for (let commands = 0; commands < 5; commands++) await line.setAt(/POST \S+\/commands/, 'through');
    await orderly(running);
    expect(await simulator.relaysOn()).toEqual([]);
  });

  test('during a long Retry-After does not wait for it', async () => {
    const { url, env } = await witnessed(...SPEED);
    const order = ['fault', 'add', 'rate-limited', '--with', 'retryAfter=50s', '--route'];
    expect(await start([...order, 'relays.set'], { env }).ended).toMatchObject({ code: 0 });
    const line = await badLineTo(url);
    const refused = line.setAt(/POST \S+\/relays\/commands/, 'through');
    const running = runAt(line.url, SLOW, '--report', `json=${reportAt('r')}`);
    await refused;
    await orderly(running);
  });
});
