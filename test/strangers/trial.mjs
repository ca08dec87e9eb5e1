// One case: the server is started with it, conform is run against the server, and what the report says is read.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { end, endsWithin, hasEnded, start } from './children.mjs';
import { profileOf } from './servers.mjs';

const CONFORM = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'bin', 'conform.js');
const START_LIMIT = 15_000;
const MOST_TEXT = 200_000;

/**
 * @param one `options` of the server, `rules` to which the run is confined, if any, and by what the limit is multiplied
 *   (`patience`)
 * @param settings `speed`; `seed`, `runs` and `time` of conform; `limit`, the most that a run may take, in seconds;
 *   `results`, the folder where profile, report and text are left
 */
export async function trial(server, one, settings) {
  const base = join(settings.results, `${server.name}-${one.id}-${settings.seed}`);
  const { program, words, folder } = server;
  const began = Date.now();
  const child = start(
    program,
    [...words, '--port', '0', '--control-port', '0', '--seed', '1', ...one.options],
    {
      cwd: folder,
      env: { ...process.env, HURRY: String(settings.speed), PYTHONDONTWRITEBYTECODE: '1' },
    },
  );
  const diagnostics = collect(child.stderr);
  try {
    const ready = await firstLine(child);
    if (!ready) return { failure: `the server did not start: ${diagnostics.text()}` };
    const ran = await judge(server, JSON.parse(ready), base, {
      ...settings,
      limit: settings.limit * (one.patience ?? 1),
      rules: one.rules ?? [],
    });
    const crashed = hasEnded(child);
    return {
      ...ran,
      crashed,
      diagnostics: diagnostics.text().slice(-2000),
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } catch (error) {
    return { failure: String(error) };
  } finally {
    await end(child, 'SIGTERM', 3000);
  }
}

async function judge(server, ready, base, { speed, seed, runs, time, limit, rules }) {
  const [profile, report, text, restore] = [`${base}.yaml`, `${base}.json`, `${base}.txt`, `${base}.restore`];
  rmSync(report, { force: true });
  mkdirSync(restore, { recursive: true, mode: 0o700 });
  writeFileSync(profile, profileOf(server, ready));
  // What conform probe has proven on the correct server: a defect is not excused by a line.
  const proof = join(server.folder, 'conform', 'profile.proof.json');
  if (existsSync(proof)) copyFileSync(proof, `${base}.proof.json`);
  const words = ['run', '--target', profile, '--seed', seed, '--runs', runs, '--time', time];
  words.push('--speed', speed, '--report', `json=${report}`, '--restore-dir', restore);
  words.push(...rules.flatMap((rule) => ['--rule', rule]));
  const run = start(process.execPath, [CONFORM, ...words.map(String)], {
    env: { ...process.env, ...(await server.secrets(ready.control_url)), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = [collect(run.stdout), collect(run.stderr)];
  const inTime = await endsWithin(run, limit * 1000);
  if (!inTime) await end(run, 'SIGINT', 30_000);
  writeFileSync(text, said.map((each) => each.text()).join('\n'));
  rmSync(restore, { recursive: true, force: true });
  const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  if (inTime && wasInterrupted(written)) return { failure: 'the run was interrupted by somebody else' };
  return { exit: run.exitCode, timedOut: !inTime, ...readReport(written) };
}

function collect(stream) {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece) => {
    text = (text + piece).slice(-MOST_TEXT);
  });
  return { text: () => text };
}

async function firstLine(child) {
  const lines = createInterface({ input: child.stdout });
  const waiting = AbortSignal.timeout(START_LIMIT);
  return new Promise((done) => {
    lines.once('line', done);
    lines.once('close', () => done(undefined));
    waiting.addEventListener('abort', () => done(undefined), { once: true });
  });
}

function wasInterrupted(report) {
  return report?.checks.some(({ reason }) => reason === 'not begun: interrupted') === true;
}

/** Of a JSON report: rules by verdict, and for each rule that was broken what was expected and came. */
function readReport(report) {
  const checks = report?.checks ?? [];
  const rules = (verdict) =>
    (report?.rules ?? []).filter((rule) => rule.verdict === verdict).map(({ id }) => id);
  const reasons = (verdict) =>
    checks
      .filter((check) => check.verdict === verdict)
      .map(({ id, reason, findings }) => `${id}: ${reason ?? actualOf(findings, verdict)}`.slice(0, 400));
  const evidence = checks.flatMap(({ id, findings }) =>
    findings
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .map(({ rule, verdict, expected, actual }) => ({
        rule,
        verdict,
        check: id,
        expected: expected.slice(0, 300),
        actual: actual.slice(0, 400),
      })),
  );
  return {
    failed: rules('fail'),
    warned: rules('warn'),
    errors: reasons('error'),
    inconclusive: reasons('inconclusive'),
    evidence,
  };
}

function actualOf(findings, verdict) {
  return findings.find((finding) => finding.verdict === verdict)?.actual ?? '';
}
