// The servers under proof/strangers/: how each is started, where its secrets are, and what its manual says that a case
// needs to be seen at all.
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'proof', 'strangers');

const json = (...path) => JSON.parse(readFileSync(join(FOLDER, ...path), 'utf8'));
const sources = (name, ending) => readdirSync(join(FOLDER, name)).filter((file) => file.endsWith(ending));
const getJson = async (address) => (await fetch(address)).json();

const SHORT_TOKENS = ['--token-lifetime', '20'];
const SMALL_QUOTAS = ['--quota-scale', '0.2'];
/** So small that twice as many controls fit into a window: operations take up to 400 ms. */
const TINY_QUOTAS = ['--quota-scale', '0.1'];

/** A run waits until there is room in these quotas: that takes its time. */
const PATIENCE = { small_quota: 6, ws_connect_limit: 3 };

/** Where a secret is made of the identifier of its client. */
function secretsOf(name) {
  const { clients } = parse(readFileSync(join(FOLDER, name, 'conform', 'profile.yaml'), 'utf8'));
  const all = Object.values(clients);
  return Object.fromEntries(all.map((one) => [one.clientSecretEnv, `secret-of-${one.clientId}`]));
}

function switchesOf(name) {
  const { defects, oddities } = json(name, 'switches.json');
  return {
    defects: defects.map(({ name: id, shows }) => ({ id, shows })),
    oddities: oddities.map(({ name: id, does }) => ({ id, shows: does })),
  };
}

const python = {
  program: 'python3',
  words: ['conform/hurry.py'],
  correct: { correct: [], 'correct-short-tokens': SHORT_TOKENS, 'correct-small-quotas': SMALL_QUOTAS },
  optionsOf: (id) => {
    if (/^(expired-token|token-half-life)/.test(id)) return SHORT_TOKENS;
    if (id === 'control-unmetered') return TINY_QUOTAS;
    return /^(quota-|ticket-429|ws-messages-unmetered)/.test(id) ? SMALL_QUOTAS : [];
  },
  async secrets(control) {
    const { clients } = await getJson(`${control}/clients`);
    const { units } = await getJson(`${control}/witness`);
    const names = clients.map((one) => [`PY_${one.clientId.slice(4).toUpperCase()}`, one.clientSecret]);
    return { PY_WORD: units['t-s2evxwy'].word, ...Object.fromEntries(names) };
  },
  catalogue() {
    const { defects, oddities } = json('python', 'catalog.json');
    return {
      defects: Object.values(defects).flatMap((group) =>
        Object.entries(group).map(([id, { shows }]) => ({ id, shows })),
      ),
      oddities: Object.entries(oddities).map(([id, one]) => ({ id, shows: one.does ?? one.shows })),
    };
  },
};

const javascript = {
  program: process.execPath,
  words: ['--import', './conform/hurry.mjs', 'server.mjs'],
  correct: { correct: [], 'correct-short-tokens': SHORT_TOKENS },
  optionsOf: (id) => {
    if (/^auth_(expired|token_short)/.test(id)) return SHORT_TOKENS;
    return id.startsWith('quota_') ? ['--oddity', 'small_quota'] : [];
  },
  async secrets(control) {
    const { clients } = await getJson(`${control}/clients`);
    const names = clients.map((one) => [
      `JS_${one.client_id.replaceAll('-', '_').toUpperCase()}`,
      one.client_secret,
    ]);
    return { JS_PASS: 'made-for-strangers', ...Object.fromEntries(names) };
  },
  catalogue() {
    const { defects, oddities } = json('javascript', 'switches.json');
    return {
      defects: defects.map(({ name, shows }) => ({ id: name, shows })),
      oddities: oddities.map(({ name, does }) => ({ id: name, shows: does, patience: PATIENCE[name] ?? 1 })),
    };
  },
};

/** Built into a folder for temporary files: `go run` would not hand on the signal that ends it. */
const GO_PROGRAM = join(tmpdir(), 'conform-strangers-go', 'server');

const go = {
  program: GO_PROGRAM,
  words: [],
  build: { program: 'go', version: 'version', words: ['build', '-o', GO_PROGRAM, '.'] },
  correct: { correct: [] },
  optionsOf: (id) => (/^(expired|token-life)/.test(id) ? ['--token-lifetime', '20s'] : []),
  secrets: () => ({ GO_PASSWORD: 'old-password', ...secretsOf('go') }),
  catalogue: () => switchesOf('go'),
};

/** Compiled into a folder for temporary files. */
const JAVA_CLASSES = join(tmpdir(), 'conform-strangers-java');

const java = {
  program: 'java',
  words: ['-XX:TieredStopAtLevel=1', '-cp', JAVA_CLASSES, 'Main'],
  build: { program: 'javac', words: ['-d', JAVA_CLASSES, ...sources('java', '.java')] },
  correct: { correct: [], 'correct-short-tokens': SHORT_TOKENS, 'correct-small-quotas': SMALL_QUOTAS },
  optionsOf: (id) => {
    if (id.startsWith('expired')) return SHORT_TOKENS;
    return /^(quota|ticket-429)/.test(id) ? SMALL_QUOTAS : [];
  },
  secrets() {
    return { JAVA_LAB: 'lab-key-of-acme', JAVA_PIN: 'pin-of-acme~new-1', ...secretsOf('java') };
  },
  catalogue: () => switchesOf('java'),
};

const perl = {
  program: 'perl',
  words: ['main.pl'],
  correct: { correct: [], 'correct-short-tokens': SHORT_TOKENS, 'correct-small-quotas': SMALL_QUOTAS },
  optionsOf: (id) => {
    if (id.startsWith('expired')) return SHORT_TOKENS;
    return /^(quota|ticket-429|ticket-quota|message-429|control-looser)/.test(id) ? SMALL_QUOTAS : [];
  },
  secrets: () => ({ PERL_LAB: 'bench', PERL_SECRET: 'first-secret', ...secretsOf('perl') }),
  catalogue: () => switchesOf('perl'),
};

const ruby = {
  program: 'ruby',
  words: ['server.rb'],
  correct: { correct: [], 'correct-short-tokens': SHORT_TOKENS, 'correct-small-quotas': SMALL_QUOTAS },
  optionsOf: (id) => {
    if (id.startsWith('expired')) return SHORT_TOKENS;
    return /^(quota|rejections|ticket-retry)/.test(id) ? SMALL_QUOTAS : [];
  },
  secrets: () => ({ RUBY_PASSWORD: 'pw-31', ...secretsOf('ruby') }),
  catalogue: () => switchesOf('ruby'),
};

const SERVERS = { python, javascript, go, java, perl, ruby };
export const SERVER_NAMES = Object.keys(SERVERS);

/** Everything that is known of a server, by its name. */
export function serverCalled(name) {
  const { catalogue, optionsOf, correct, ...server } = SERVERS[name];
  const { defects, oddities } = catalogue();
  return {
    name,
    folder: join(FOLDER, name),
    expected: json(name, 'rules.json'),
    excused: json(name, 'excused.json'),
    ...server,
    cases: [
      ...Object.entries(correct).map(([id, options]) => ({ kind: 'correct', id, shows: 'nothing', options })),
      ...oddities.map((one) => ({ kind: 'oddity', ...one, options: ['--oddity', one.id] })),
      ...defects.map((one) => ({
        kind: 'defect',
        ...one,
        options: ['--defect', one.id, ...optionsOf(one.id)],
      })),
    ],
  };
}

/** The profile of a server, with the addresses that it has printed. */
export function profileOf({ folder }, { url, ws_url: wsUrl, control_url: controlUrl }) {
  return readFileSync(join(folder, 'conform', 'profile.yaml'), 'utf8')
    .replaceAll('http://127.0.0.1:7080', url)
    .replaceAll('ws://127.0.0.1:7080', wsUrl)
    .replaceAll('http://127.0.0.1:7081', controlUrl)
    .replace('./dialect.yaml', join(folder, 'conform', 'dialect.yaml'));
}
