// One wrong line of a dialect or a profile, before the Python server of proof/strangers, which is right: no run blames the
// server. `MISTAKES=40 DRAW=2 npx vitest run --project e2e test/e2e/mistakes-on-stranger` draws more, and others.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { createRandom } from '../../src/kernel/random.js';
import { dialectMistakes } from '../probe/mistakes.js';
import { profileOf, type Ready, serverCalled } from '../strangers/servers.mjs';
import { type Ended, start } from './bin.js';

const COUNT = Number(process.env['MISTAKES'] ?? 4);
const DRAW = Number(process.env['DRAW'] ?? 1);
const SPEED = '4';
/** What uses most lines at least once. */
const ONLY = ['relay/set-many', 'rs485/answer:rest', 'relay/jog-config', 'events/changes', 'commands/r*'];

const server = serverCalled('python');
const file = join(server.folder, 'conform', 'dialect.yaml');
const right = readFileSync(file, 'utf8');

interface Mistake {
  readonly name: string;
  readonly dialect?: string;
  readonly profile?: readonly [from: string, to: string];
}

/** As people get a line wrong: the first place of the text in the profile, or all where it is in a stimulus. */
const PROFILE: readonly Mistake[] = [
  { name: 'an input is set the other way round', profile: ['{value(high|low)}', '{value(low|high)}'] },
  { name: 'another input is set', profile: ['"no": {index}, "level"', '"no": 2, "level"'] },
  {
    name: 'the input of another device is set',
    profile: ['"contact", "serial": "{deviceId}"', '"contact", "serial": "t-k9d9q9t"'],
  },
  {
    name: 'power is not cut',
    profile: [
      '"supply", "serial": "{deviceId}", "on": false',
      '"supply", "serial": "{deviceId}", "on": true',
    ],
  },
  {
    name: 'the link is not dropped',
    profile: ['"link", "serial": "{deviceId}", "up": false', '"link", "serial": "{deviceId}", "up": true'],
  },
  {
    name: 'the bytes with an answer have none',
    profile: [
      "answered: '450102030405', answer: '450102030405', unanswered: '7f0300000002c5d5'",
      "answered: '7f0300000002c5d5', unanswered: '450102030405'",
    ],
  },
  { name: 'the answer is another one', profile: ["answer: '450102030405'", "answer: '450102030400'"] },
  {
    name: 'a scope too many',
    profile: ['PY_READER, scopes: [device:read]', 'PY_READER, scopes: [device:control]'],
  },
  {
    name: 'a scope is missing',
    profile: ['PY_SWITCHER, scopes: [device:control]', 'PY_SWITCHER, scopes: [device:read]'],
  },
  {
    name: 'a device of another client',
    profile: ['devices: [tarn1, mere2, tarn3]', 'devices: [tarn1, mere2, mere4]'],
  },
  { name: 'a client without devices has one', profile: ['devices: [] }', 'devices: [tarn1] }'] },
  {
    name: 'refreshes are counted as operations',
    profile: [
      '/units/{deviceId}/executed/device.rs485.transceive?',
      '/units/{deviceId}/executed/device.state.get?',
    ],
  },
];

const parsed = parseDialect(right, file);
if (!parsed.ok) throw new Error('the dialect of the server can be read');
const all: readonly Mistake[] = [
  ...dialectMistakes(parsed.value).map(({ name, mistaken }) => ({
    name,
    dialect: mistaken.read?.source.text ?? '',
  })),
  ...PROFILE,
];
const random = createRandom(DRAW).stream('mistakes');
const shuffled = (list: readonly Mistake[]) =>
  list
    .map((mistake) => ({ mistake, key: random.integer(0, 1e9) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ mistake }) => mistake);
/** Half of them in the dialect, half in the profile. */
const drawn = [
  ...shuffled(all.filter(({ dialect }) => dialect !== undefined)).slice(0, Math.ceil(COUNT / 2)),
  ...shuffled(PROFILE).slice(0, Math.floor(COUNT / 2)),
];

/** It ends with its input. */
async function startServer() {
  const words = [...server.words, '--port', '0', '--control-port', '0', '--seed', '1'];
  const child = spawn(server.program, words, {
    cwd: server.folder,
    env: { ...process.env, HURRY: SPEED, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { ready: JSON.parse(line) as Ready, end: () => child.stdin.end() };
}

async function runWith({ dialect = right, profile: [from, to] = ['', ''] }: Mistake): Promise<Ended> {
  const { ready, end } = await startServer();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'conform-mistakes-'));
    const profile = profileOf(server, ready);
    expect(profile).toContain(from);
    writeFileSync(join(folder, 'dialect.yaml'), dialect);
    writeFileSync(join(folder, 'profile.yaml'), profile.replace(from, to).replace(file, './dialect.yaml'));
    const words = ['run', ...ONLY, '--target', 'profile.yaml', '--speed', SPEED, '--restore-dir', 'kept'];
    return await start(words, { cwd: folder, env: await server.secrets(ready.control_url) }).ended;
  } finally {
    end();
  }
}

it('without a mistake the server breaks nothing', { timeout: 120_000 }, async () => {
  expect(await runWith({ name: 'none' })).toMatchObject({ code: 0 });
});

it.each(drawn)('$name', { timeout: 120_000 }, async (mistake) => {
  const { code, stdout, stderr } = await runWith(mistake);
  expect([0, 2, 4], `${stdout}\n${stderr}`).toContain(code);
});
