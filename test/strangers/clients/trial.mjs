// One audit of one case, and what its report says of the rules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { end, endsWithin, hasEnded, start } from '../children.mjs';

const BIN = new URL('../../../bin/conform.js', import.meta.url).pathname;

function commandOf(client, one, { report, seed, speed, virtual }) {
  const words = [BIN, 'audit', '--seed', String(seed), '--report', `json=${report}`];
  for (const day of one.days) words.push('--day', day);
  if (one.instances > 1)
    words.push('--instances', String(one.instances), '--env', 'CONFORM_DEVICE_IDS=bench-0{instance}');
  if (speed > 1) words.push('--speed', String(speed));
  if (virtual) words.push('--virtual');
  return [...words, '--', client.program, ...client.words, ...one.words];
}

/** @returns the outcome as `classify` reads it: rules that failed, warned, were left open, with the first evidence */
export async function trial(client, one, settings) {
  const report = join(settings.results, `${client.name}-${one.id}-${settings.seed}.json`);
  const started = performance.now();
  const child = start(process.execPath, commandOf(client, one, { ...settings, report }), {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = [];
  child.stderr.on('data', (part) => errors.length < 20 && errors.push(String(part)));
  const timedOut = !(await endsWithin(child, settings.limit * 1000));
  if (!hasEnded(child)) await end(child, 'SIGTERM', 10_000);
  const base = { timedOut, exit: child.exitCode, errors: [], crashed: false };
  const seconds = Math.round((performance.now() - started) / 1000);
  try {
    return { ...base, ...verdictsOf(JSON.parse(readFileSync(report, 'utf8'))), seconds };
  } catch {
    return { ...base, failure: errors.join('').slice(0, 500) || 'no report', seconds };
  }
}

function verdictsOf({ checks }) {
  const rulings = checks.filter(({ area }) => area === 'client');
  const called = (verdict) => rulings.filter((each) => each.verdict === verdict);
  const ids = (verdict) => called(verdict).map(({ id }) => id);
  const evidence = ['fail', 'warn', 'inconclusive'].flatMap((verdict) =>
    called(verdict).map(({ id, reason, findings }) => ({
      rule: id,
      check: verdict,
      actual: findings.map(({ where, actual }) => `${where}: ${actual}`)[0] ?? reason ?? '',
    })),
  );
  const lost = checks.filter(({ area, verdict }) => area === 'days' && verdict !== 'pass');
  return {
    failed: ids('fail'),
    warned: ids('warn'),
    inconclusive: ids('inconclusive'),
    held: ids('pass'),
    notExercised: ids('skipped'),
    errors: lost.map(({ id, reason }) => `${id}: ${reason ?? 'not judged'}`),
    evidence,
  };
}
