// Every option of every command, a row for each: the commands that have it, its flags, its help, and what else there is
// to know of it. The command line, the file of settings with its schema, completion and the types of the options come
// from these rows, so that a new option is its row, its use and its test. Nothing but lists of names is loaded here.
import { REVISIONS } from '../contract/rules/revisions.js';
import { MATRIX_FORMATS, RUN_FORMATS } from '../report/format-names.js';
import { JOURNAL_KINDS } from '../simulator/control/journal/entry.js';
import { DEFAULT_PORT } from './addresses.js';
import { option, type OptionRow, type OptionsOfRows, toldByForm } from './options.js';
import { FILE_KINDS } from './names.js';

const MOST_RUNS = 10_000_000;
const MANY = { takes: 'texts' } as const;
const SEED = { most: Number.MAX_SAFE_INTEGER } as const;
const JOBS = { least: 1, most: 64 } as const;
const PORT = { most: 65_535 } as const;
const COUNT = { least: 1, most: 1_000_000 } as const;
const SPEED = { takes: 'number', least: 0.1, most: 1000 } as const;
const CONTROLLED = 'device | fault | clock | tail';
const REVISION_IDS: readonly string[] = REVISIONS.map(({ id }) => id);
const TELLING = 'run | audit | self-test | serve | probe | judge | restore';

/** In the order of the help. */
export const OPTIONS = [
  option('run | restore | probe', '--target <file|url>', 'a target profile, or the address of a simulator', {
    setting: { otherwise: 'a simulator of its own' },
  }),
  option('mcp', '-t, --target <file>', 'a profile whose server may be checked; may be repeated', MANY),
  option('mcp', '--allow-changes', 'checks may change what the profiles list, and not only read'),
  option('audit', '--listen <port>', 'start nothing; listen on this port for clients that others start', {
    ...PORT,
    takes: 'integer',
  }),
  option('audit', '--for <duration>', 'with --listen: for so long, such as 10m or 8h'),
  option(
    'audit',
    '--proxy <profile>',
    'a real service behind it: the bad days are ours, the answers its own; with --listen nothing is disturbed, and the service is judged',
  ),
  option('audit', '--metrics <port>', 'with --proxy and --listen: what was seen and found, for Prometheus', {
    ...PORT,
    takes: 'integer',
  }),
  option(
    'audit | judge',
    '--alone',
    'of a service: nobody else uses its devices, so that what nobody asked for is judged, too',
  ),
  option('audit', '--orders', 'with --proxy: orders, too, for the relays that the profile lists'),
  option('audit', '--env <name=text>', 'a variable for the client; {url} and its like are replaced', MANY),
  option('audit', '--day <id|glob|file>', 'only this day, or one of your own; may be repeated', MANY),
  option('judge', '--as <side>', 'whom to judge', {
    choices: ['service', 'client'],
    preset: 'service',
  }),
  option('judge', '--calm <file>', 'of clients: traffic on which nothing was disturbed, as a control'),
  option('validate', '--as <kind>', 'what the files are', { choices: FILE_KINDS }),
  option(
    'run | serve | restore | probe | audit | judge | spec',
    '--dialect <name|file>',
    'names that the interface leaves open (default: of the profile or the variant, or default)',
    { names: 'dialects', setting: { otherwise: "the profile's, or default" } },
  ),
  option(
    'run | serve | restore | audit | validate',
    '--fleet <file>',
    'fleet of devices and API clients of the simulator (default: the demo fleet)',
    { setting: { otherwise: 'the demo fleet' } },
  ),
  option('run | audit', '--rule <id|glob>', 'only what checks this rule; may be repeated', {
    ...MANY,
    names: 'rules',
    setting: { key: 'rules', otherwise: 'all' },
  }),
  option(
    'audit | judge',
    '--require <rule>',
    'exit with 4 unless this rule of clients could be decided; may be repeated',
    { ...MANY, names: 'client-rules' },
  ),
  option(
    'probe',
    '--out <dir>',
    'write a dialect, a profile and what the server does, of a server that nobody has described',
  ),
  option('probe', '--client-id <id>', 'the API client to ask as, where there is no profile yet'),
  option(
    'probe',
    '--client-secret-file <file>',
    'the file that holds its secret (default: the variable CONFORM_DRAFTED_SECRET)',
  ),
  option('probe', '--insecure', 'take any certificate, and plain http: only on a network that you trust'),
  option('probe', '--openapi <file>', 'an OpenAPI document of the server, as evidence'),
  option('probe', '--har <file>', 'recorded traffic with the server, as evidence'),
  option('probe', '--samples <dir>', 'replies as JSON files, such as devices.list.json, as evidence'),
  option(
    'probe',
    '--check',
    'say of each thing whether it is still so: this machine, the files, the target; keep nothing',
  ),
  option('probe', '--actuate', 'switch the relays of the profile, and do its stimuli; all is put back'),
  option('run', '--no-actuate', 'switch no relay, and put nothing on RS485'),
  option('run', '--read-only', 'send nothing that changes anything'),
  option('run', '--anyway', 'go on though profile or dialect do not fit the target', { setting: {} }),
  option('run', '--fail-fast', 'end the run in good order at the first failure', { setting: {} }),
  option('self-test', '--only <id|glob>', 'only these defects, variants or pairs; may be repeated', {
    ...MANY,
    names: 'defects',
  }),
  option('self-test', '--pairs <n>', 'how many pairs of variants are drawn', {
    takes: 'integer',
    most: 10_000,
    preset: 30,
  }),
  option(
    'run | self-test',
    '--shard <k/n>',
    'one of several parts, such as 2/4: all of them together are the whole',
    { takes: 'share' },
  ),
  option('run', '--rerun-failed <file>', 'run what failed in this JSON report again'),
  option('run', '--baseline <file>', 'failures that are known: they do not fail the run', { setting: {} }),
  option('run', '--write-baseline <file>', 'write the failures of this run as a baseline'),
  option(
    'run | audit | judge | serve',
    '--revision <id>',
    'by the interface as of this revision, so that what came later fails nothing (default: the newest)',
    { choices: REVISION_IDS, setting: { otherwise: 'the newest' } },
  ),
  option('run | audit | judge', '--strict', 'a breach of an implied rule fails, too', { setting: {} }),
  option(
    'run | serve | audit | self-test',
    '--seed <n>',
    "seed of all chance (default: a fixed one, or the fleet's)",
    { ...SEED, setting: { otherwise: '1' } },
  ),
  option('run', '--runs <n>', 'random programs at most (default: 100 on a simulator of its own)', {
    least: 1,
    most: MOST_RUNS,
    setting: { otherwise: '100 on a simulator of its own' },
  }),
  option('run', '--time <duration>', 'time for random programs, such as 5m (default: 20s on a target)', {
    takes: 'duration',
    setting: { otherwise: '20s on other targets' },
  }),
  option('run', '--replay <n>', 'of the random programs of the seed, run only this one', { most: MOST_RUNS }),
  option('run', '--save-counterexamples <dir>', 'write programs that show a breach there, as scenarios', {
    setting: {},
  }),
  option(
    'run',
    '--save-repro <dir>',
    'write for each rule that is broken a script of plain Node, which sends what its witness sent and nothing else ' +
      'but tokens, tickets and the relays put back; each is tried three times',
  ),
  option('run', '--soak <duration>', 'random programs and nothing else for so long, such as 8h', {
    takes: 'duration',
  }),
  option('run', '--deadline <duration>', 'end the run in good order after so long, such as 10m', {
    takes: 'duration',
    setting: {},
  }),
  option(
    'run',
    '--within <duration>',
    'take no longer than so, such as 60s: what decides most comes first, and what is left out is said',
    { takes: 'duration' },
  ),
  option(
    'audit',
    '--virtual',
    'clients of Node and Python live in virtual time: no day waits; a breach is confirmed in real time',
  ),
  option(
    'audit',
    '--explore <n>',
    'with --virtual: try so many seeds for the shortest day that breaks a rule, and write it as a file',
    { least: 1, most: 1000 },
  ),
  option('audit', '--instances <n>', 'processes of the client, side by side', { least: 1, most: 20 }),
  option('run', '--jobs <n>', 'checks or programs at a time, at most', {
    ...JOBS,
    setting: { otherwise: '24' },
  }),
  option(
    'audit | self-test',
    '--jobs <n>',
    'days or trials side by side (default: all days, a trial for each core)',
    JOBS,
  ),
  option(
    'run | restore | probe | audit',
    '--speed <n>',
    "how many times faster than the machine's clock time goes (default: 1; virtual time without a target)",
    { ...SPEED, setting: { otherwise: 'virtual time without a target, 1 with one' } },
  ),
  option('serve', '--speed <n>', "how many times faster than the machine's clock time goes", {
    ...SPEED,
    preset: 1,
  }),
  option('run | self-test', '--sockets', 'simulators over HTTP and WebSocket on loopback, not by calls'),
  option(
    'run | restore',
    '--control <url>',
    'the control plane of the simulator at --target, for acts on its devices (CONFORM_CONTROL)',
    { setting: {} },
  ),
  option(
    CONTROLLED,
    '--control <url>',
    'which simulator; needed when several of yours run (CONFORM_CONTROL)',
  ),
  option(
    `run | restore | ${CONTROLLED}`,
    '--control-token-file <file>',
    'file with the token of the control plane in it, or - for stdin (CONFORM_CONTROL_TOKEN_FILE)',
    { setting: {} },
  ),
  option(
    'run | restore | probe',
    '--restore-dir <dir>',
    'where it is kept what has to be put back, should a run be killed',
    { setting: { otherwise: "a folder of the user's state" } },
  ),
  option('run | serve', '--defect <id>', 'let the simulator be wrong in this way; may be repeated', {
    ...MANY,
    names: 'defects',
    setting: { key: 'defects' },
  }),
  option(
    'run | serve',
    '--variant <name|file>',
    'let it be different and right in this way; may be repeated',
    { ...MANY, names: 'variants', setting: { key: 'variants' } },
  ),
  option('serve', '--port <n>', 'port; 0 takes a free one', { ...PORT, preset: DEFAULT_PORT }),
  option('serve | audit', '--host <address>', 'address to listen on; plain HTTP is for loopback only', {
    preset: '127.0.0.1',
  }),
  option('serve | audit', '--tls', 'serve HTTPS and WSS, with a certificate made on the spot'),
  option('serve | audit', '--tls-cert <file>', 'certificate for HTTPS and WSS, as PEM'),
  option('serve | audit', '--tls-key <file>', 'key of the certificate, as PEM'),
  option('serve', '--insecure-http', 'serve plain HTTP also where others can read it, for a container'),
  option('serve', '--faults <file>', 'plan of what goes wrong', { names: 'plans' }),
  option(
    'serve',
    '--control-port <n>',
    "port of the control plane (default: the next after the service's)",
    PORT,
  ),
  option('serve', '--no-control', 'open no control plane'),
  option('serve', '--ready-file <file>', 'write addresses and token there once requests are taken (JSON)'),
  option('serve', '--open', 'open the page in the browser'),
  option('serve', '--no-page', 'serve no page'),
  option('serve', '--journal <file>', 'write the journal to a file, one JSON record a line'),
  option('serve', '--state <dir>', 'keep the state in a folder: a start goes on where the last one ended'),
  option(
    'serve',
    '--cluster <url>',
    'be one of many instances that share a Redis or Valkey: redis://host:6379',
  ),
  option('audit', '--keep <dir>', 'write what the processes of the client wrote there, a file each'),
  option(
    'run | audit | judge',
    '--report <kind=path>',
    `write a report: ${RUN_FORMATS.join(', ')}; - is stdout`,
    { ...MANY, names: 'reports' },
  ),
  option(
    'self-test',
    '--report <kind=path>',
    `write a report: ${MATRIX_FORMATS.join(', ')}; - is stdout`,
    MANY,
  ),
  option(
    'run | probe',
    '--config <file>',
    'the file of settings (default: conform.config.yaml here or above)',
  ),
  option('run | probe', '--no-config', 'take no settings from a file', { takes: 'off' }),
  option('audit', '--config <file>', 'a file with all this in it; options override it'),
  option('run', '--dry-run', 'show the settings and where each comes from, and run nothing'),
  option('serve', '--dry-run', 'print what the fault plan will do, and start nothing'),
  option('tail', '--device <id>', 'records about this device', { names: 'devices' }),
  option('tail', '--client <id>', 'records about this API client', { names: 'clients' }),
  option('tail', '--kind <kind...>', 'records of these kinds', { takes: 'choices', choices: JOURNAL_KINDS }),
  option(
    'tail',
    '--code <code>',
    'replies and refusals with this code, such as INVALID_REQUEST; may be repeated',
    MANY,
  ),
  option('tail', '--slow <duration>', 'replies that took at least so long, such as 500ms', {
    takes: 'duration',
  }),
  option('tail', '-n, --lines <n>', 'at most so many to begin with', {
    takes: 'integer',
    least: 1,
    most: 10_000,
    preset: 20,
  }),
  option('tail', '-f, --follow', 'go on with new records as they come'),
  option('device list', '--limit <n>', 'at most so many', {
    takes: 'integer',
    least: 1,
    most: 1000,
    preset: 100,
  }),
  option('device list', '--cursor <id>', 'those after this device'),
  option('device list', '--profile <id>', 'those of this profile'),
  option('fault add', '-h, --help', 'print this help; behind a type with the parameters of that fault'),
  option('fault add', '--device <id>', 'devices; * stands for any text; may be repeated', {
    ...MANY,
    names: 'devices',
  }),
  option('fault add', '--profile <id>', 'device profiles', MANY),
  option('fault add', '--client <id>', 'API clients', { ...MANY, names: 'clients' }),
  option('fault add', '--route <name>', 'REST endpoints, such as devices.read', {
    ...MANY,
    names: 'endpoints',
  }),
  option('fault add', '--topic <name>', 'topics of events', { ...MANY, names: 'topics' }),
  option('fault add', '--with <name=value>', 'parameter of the fault; may be repeated', MANY),
  option('fault add', '--after <duration>', 'when it begins', { takes: 'duration-text' }),
  option('fault add', '--for <duration>', 'how long it lasts', { takes: 'duration-text' }),
  option('fault add', '--every <n>', 'at every Nth occasion only', COUNT),
  option('fault add', '--probability <p>', 'at an occasion with this probability', {
    takes: 'number',
    most: 1,
  }),
  option('fault add', '--count <n>', 'at most so often', COUNT),
  option('fault add', '--id <id>', 'name of the fault'),
  option('spec', '--url <url>', 'where the service, or the control plane, is', { takes: 'url' }),
  option('init | spec | state export', '-o, --out <file>', 'where to write it; - is stdout'),
  option('explain', '-o, --out <dir>', 'write pages there, one for each group of rules'),
  option('state import', '--replace', 'also where the folder has state already'),
  option('run', '--json', 'with --dry-run: print JSON'),
  option(`probe | list | diff | ${CONTROLLED}`, '--json', 'print JSON'),
  option(TELLING, '-v, --verbose', 'a line to stderr for each check, day, trial or request, and all details'),
  option(TELLING, '-q, --quiet', 'nothing but the result, and what is wrong'),
  option('complete', '--line <text>', 'the line as far as it is typed'),
  option('run', '--watch', 'run again when scenarios, dialect or profile change, or the server starts anew'),
  option('run | audit', '--live', 'serve a page on which it can be watched'),
] as const;

/** The options of a command by its path, such as `fault add`. */
export type OptionsOf<C extends string> = OptionsOfRows<C, (typeof OPTIONS)[number]>;

export function optionsOf(path: string): readonly OptionRow[] {
  return (OPTIONS as readonly OptionRow[])
    .filter(({ of }) => of.split(' | ').some((each) => each === path || path.startsWith(`${each} `)))
    .map(toldByForm);
}
