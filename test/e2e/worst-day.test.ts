// A run that cannot go on as it was meant to: the target dies, or there is little that it may do.
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { XMLParser } from 'fast-xml-parser';
import { beforeEach, describe, expect, test } from 'vitest';
import { type JsonReport, jsonReportSchema } from '../../src/report/json-schema.js';
import { type Running, serving, start } from './bin.js';
import { relaysThatAreOn, switchOn } from './on-the-line.js';
import { expectAllHolds } from './whole-run.js';

const files = fileURLToPath(new URL('files', import.meta.url));

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-'));
});

/** A profile of the test files, for the simulator at the address. */
async function profileFor(url: string, name: string): Promise<string> {
  const path = join(folder, name);
  const text = await readFile(join(files, name), 'utf8');
  await writeFile(path, text.replace('http://127.0.0.1:9', url));
  return path;
}

function running(target: string, ...args: string[]): Running {
  const reports = ['json', 'junit'].flatMap((kind) => ['--report', `${kind}=${join(folder, kind)}`]);
  const env = { READER_SECRET: 'demo-reader-secret', OPERATOR_SECRET: 'demo-operator-secret' };
  return start(['run', ...args, '--target', target, ...reports], { env });
}

async function readReports(): Promise<{ json: JsonReport; junit: Record<string, string> }> {
  const json = jsonReportSchema.parse(JSON.parse(await readFile(join(folder, 'json'), 'utf8')));
  const parsed = new XMLParser({ ignoreAttributes: false }).parse(
    await readFile(join(folder, 'junit'), 'utf8'),
  ) as { testsuites: Record<string, string> };
  return { json, junit: parsed.testsuites };
}

describe('a target that is killed in the middle of a run', () => {
  /** Relay 2 was on; the run has switched it off when the target dies. */
  async function killed(speed: string, ...args: string[]): Promise<{ url: string; run: Running }> {
    const { url, process } = await serving('--verbose', '--no-control', '--speed', speed);
    await switchOn(url, 'bench-01', 2);
    const profile = await profileFor(url, 'watched.yaml');
    const run = running(profile, ...args, '--speed', speed);
    await process.printed('stderr', /POST \S+bench-01\/relays\/commands 200[^]*GET \S+bench-01 200/);
    process.kill('SIGKILL');
    await process.ended;
    return { url, run };
  }

  test('ends the run by itself, with its reports, and with what could not be put back', async () => {
    const { run } = await killed('20', join(files, 'watch'), 'ws/*');
    const { code, signal, stdout } = await run.ended;
    expect({ code, signal }).toEqual({ code: 4, signal: null });
    expect(stdout).toMatch(/The run was cut short: the target no longer\s+answers/);
    const { json, junit } = await readReports();
    expect(json.conclusion).toBe('undecided');
    expect(json.cutShort).toContain('no longer answers');
    expect(stdout).toContain('relay 2 of plant may not be on as before the run');
    // Whether a check had already set the jog duration depends on the moment at which the target died.
    const [relay, ...others] = json.notRestored;
    expect(relay).toMatch(/^relay 2 of plant may not be on as before the run: /);
    for (const other of others)
      expect(other).toMatch(/^the jog duration of relay 2 of plant may not be 500 ms as before the run: /);
    expect(json.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(Number(junit['@_tests'])).toBeGreaterThanOrEqual(json.checks.length);
  });

  test('has its relays put back when it comes back', async () => {
    // A process takes its time to start, and the run gives it 30 s of its own clock.
    const { url, run } = await killed('2', join(files, 'watch'), '--verbose');
    await run.printed('stderr', /inconclusive .*watch/);
    await serving('--no-control', '--speed', '2', '--port', new URL(url).port);
    const { code, stdout } = await run.ended;
    expect(stdout).toMatch(/The run was cut short: the target no longer\s+answers/);
    expect(code).toBe(4);
    expect((await readReports()).json.notRestored).toEqual([]);
    expect(await relaysThatAreOn(url)).toEqual(['bench-01 2']);
  });
});

describe('a reader with one device on which nothing may be switched', () => {
  test('is told of everything that can be seen, and why the rest was skipped', async () => {
    const { url } = await serving('--no-control', '--speed', '10');
    const profile = await profileFor(url, 'read-only.yaml');
    const { code, stdout } = await running(profile, '--speed', '10', '--time', '4s').ended;
    const { json, junit } = await readReports();
    const of = (verdict: string) => json.checks.filter((check) => check.verdict === verdict);
    expect(expectAllHolds({ code, stdout })).toBe(of('skipped').length);
    expect(of('pass').length).toBeGreaterThan(20);
    expect(of('skipped').filter(({ reason = '' }) => reason === '')).toEqual([]);
    expect(junit['@_skipped']).toBe(String(of('skipped').length + of('inconclusive').length));
    expect(await relaysThatAreOn(url)).toEqual([]);
    expect(json.notRestored).toEqual([]);
  });
});
