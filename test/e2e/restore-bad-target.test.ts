// Runs that are ended while their target goes bad, and what is put back later: between them are lines that go bad.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { badLineTo, type Mode } from './bad-line.js';
import { start } from './bin.js';
import { kept, lampIsOn, report, reportAt, restoreAt, SPEED, timeToEnd, WITHIN } from './left-switched.js';
import { witnessed } from './witness.js';

test('a relay is switched back also when a long Retry-After lets nobody look', async () => {
  const simulator = await witnessed(...SPEED);
  const { url, env } = simulator;
  const running = await lampIsOn(url, simulator, '--report', `json=${reportAt('r')}`);
  const order = ['fault', 'add', 'rate-limited', '--with', 'retryAfter=10m', '--route', 'devices.read'];
  expect(await start(order, { env }).ended).toMatchObject({ code: 0 });
  running.kill('SIGINT');
  const { ended, took } = await timeToEnd(running);
  expect(took).toBeLessThan(WITHIN);
  expect(ended).toMatchObject({ signal: null });
  expect(ended.stderr).toContain('To put it back later: conform restore');
  expect(report('r').notRestored.join()).toContain('may not be off as before the run');
  expect(await simulator.relaysOn()).toEqual([]);
});

describe('a target that goes bad', () => {
  const goBad = async (mode: Mode): Promise<void> => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const line = await badLineTo(url);
    const running = await lampIsOn(line.url, simulator, '--report', `json=${reportAt(mode)}`);
    line.set(mode);
    running.kill('SIGINT');
    const { ended, took } = await timeToEnd(running);
    expect([mode, took < WITHIN]).toEqual([mode, true]);
    expect(report(mode).notRestored.join()).toContain('may not be off as before the run');
    expect(ended.stderr).toContain(`conform restore --target ${line.url}`);
    line.set('through');
    expect(await restoreAt(line.url)).toMatchObject({ code: 0 });
    expect(await simulator.relaysOn()).toEqual([]);
  };

  test('is left within 30 s whether it hangs, drips bytes or refuses, with a report and a way back', async () => {
    expect(await Promise.all((['hang', 'drip', 'refuse'] as const).map(goBad))).toHaveLength(3);
  });

  test('is not waited for at the third signal, which prints how to put back', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const line = await badLineTo(url);
    const running = await lampIsOn(line.url, simulator, '--report', `json=${reportAt('r')}`);
    line.set('hang');
    running.kill('SIGINT');
    await running.printed('stderr', /SIGINT: ending the run/);
    running.kill('SIGINT');
    await running.printed('stderr', /SIGINT: putting relays back, and nothing else/);
    running.kill('SIGTERM');
    const { ended, took } = await timeToEnd(running);
    expect(took).toBeLessThan(15_000);
    expect(ended).toMatchObject({ signal: 'SIGTERM' });
    expect(ended.stderr).toContain(`To put it back: conform restore --target ${line.url}`);
    expect(existsSync(reportAt('r'))).toBe(false);
    line.set('through');
    expect(await restoreAt(line.url)).toMatchObject({ code: 0 });
    expect(await simulator.relaysOn()).toEqual([]);
  });
});

test('two signals put the relay back without a report, and the shell sees the signal', async () => {
  const simulator = await witnessed(...SPEED);
  const { url } = simulator;
  const running = await lampIsOn(url, simulator, '--report', `json=${reportAt('r')}`);
  running.kill('SIGINT');
  running.kill('SIGTERM');
  const ended = await running.ended;
  expect(ended.signal).toMatch(/^SIG(INT|TERM)$/);
  expect(await simulator.relaysOn()).toEqual([]);
  expect(existsSync(reportAt('r'))).toBe(false);
  expect(kept()).toEqual([]);
});
