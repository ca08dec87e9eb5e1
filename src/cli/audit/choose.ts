// What is to be audited: the options over the file of --config, the days and the rules that are meant.
import { resolve } from 'node:path';
import type { AuditFile } from '../../audit/config/audit-file.js';
import { PLACE_WORDS, unknownWords } from '../../audit/days/place.js';
import { CALM } from '../../audit/rules/ruling.js';
import { CLIENT_RULES, type ClientRuleId } from '../../contract/rules/client.js';
import type { Dialect } from '../../dialect/dialect.js';
import {
  accepted,
  allOf,
  type Diagnostic,
  refuseInput,
  type Result,
  worded,
  type Accepted,
} from '../../document/diagnostic.js';
import { assert } from '../../kernel/assert.js';
import { closest, didYouMean } from '../../kernel/did-you-mean.js';
import { asClient, proxiedDay, type DayCredentials, type StagedDay } from '../../lab/days/stage-day.js';
import { DEFAULT_SEED } from '../../lab/default-seed.js';
import { matches } from '../../pattern/glob.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { isLoopbackUrl } from '../addresses.js';
import { isYaml, pathKind } from '../files.js';
import type { Io } from '../io.js';
import { loadAuditFile, loadDays, type LoadedAudit } from '../load/days.js';
import { dialectOf, loadDialect } from '../load/dialect.js';
import { loadFleet } from '../load/fleet.js';
import type { OptionsOf } from '../option-rows.js';
import { BUNDLED_DAYS } from '../package-files.js';
import { ruleSetOf } from '../run/run-options.js';
import { proxiedService, type ProxiedService } from './proxy/proxied-service.js';

export type ChosenAudit = Accepted<typeof chooseAudit>;

const NO_PROXY_DAY =
  'It stages limits, failures, delays, lost replies, cut connections, outages and odd events.';
const NO_FILE: AuditFile = { env: {}, require: [], waivers: [] };
const OPERATOR = 'operator';
const MOST_DAYS_AT_ONCE = 32;

export function chooseAudit(words: readonly string[], options: AuditOptions, io: Io) {
  const { cwd } = io;
  const read: Result<LoadedAudit> =
    options.config === undefined
      ? accepted({ file: NO_FILE, folder: cwd })
      : loadAuditFile(options.config, cwd);
  if (!read.ok) return read;
  const { file, folder } = read.value;
  const command = words.length > 0 ? words : (file.command ?? []);
  const fleetFile = options.fleet ?? (file.fleet === undefined ? undefined : resolve(folder, file.fleet));
  const service = options.proxy === undefined ? accepted(undefined) : proxiedService(options.proxy, io);
  const parts = allOf({
    fleet: loadFleet(fleetFile, cwd),
    service,
    dialect: chosenDialect(options, file, folder, service, cwd),
    env: readVariables(options.env ?? []),
    rules: chooseRules('--rule', options.rule ?? file.rules),
    required: chooseRules('--require', options.require ?? file.require),
    how: whereTo(command, options),
  });
  if (!parts.ok) return parts;
  const { fleet, service: behind, dialect, env, rules, required } = parts.value;
  const isAll = options.rule === undefined && file.rules === undefined;
  const meant = isAll ? undefined : rules;
  const own = options.day === undefined;
  const days = chooseDays(own ? file.days : options.day, {
    rules: meant,
    fleet: fleet.spec,
    cwd: own ? folder : cwd,
    withCalm: options.listen === undefined,
  });
  if (!days.ok) return days;
  const identity = behind?.credentials ?? credentialsOf(file, fleet.spec, days.value);
  if (behind) io.secrets.keep(identity.clientSecret, '<client secret>');
  const meantDays = stagedFor(days.value, identity, behind, options.orders);
  if (meantDays.length === 0) return refuseInput('none of these days can be staged by a proxy', NO_PROXY_DAY);
  const told = file.devices ?? behind?.devices.map(({ deviceId }) => deviceId);
  return accepted({
    command,
    env: { ...file.env, ...env },
    days: meantDays,
    rules: meant ?? CLIENT_RULES.map(({ id }) => id),
    required: options.require === undefined && file.require.length === 0 ? [] : required,
    deviceIds: told ?? devicesOfDays(days.value),
    namesDevices: told !== undefined,
    instances: options.instances ?? file.instances ?? 1,
    speed: options.virtual ? 1 : (options.speed ?? file.speed ?? 1),
    seed: options.seed ?? file.seed ?? DEFAULT_SEED,
    // The devices behind a proxy are the same on all days.
    jobs: options.jobs ?? file.jobs ?? (behind ? 1 : MOST_DAYS_AT_ONCE),
    dialect,
    waivers: file.waivers,
    strict: options.strict ?? false,
    ...ruleSetOf(options),
    service: behind,
  });
}

function stagedFor(
  days: readonly StagedDay[],
  identity: DayCredentials,
  service: ProxiedService | undefined,
  withOrders = false,
): readonly StagedDay[] {
  if (!service) return days.map((each) => asClient(each, identity));
  return days.flatMap((each) => proxiedDay(each, identity, withOrders ? service.devices : []) ?? []);
}

function chosenDialect(
  { dialect: given, proxy = '' }: AuditOptions,
  file: AuditFile,
  folder: string,
  service: Result<ProxiedService | undefined>,
  cwd: string,
): Result<Dialect> {
  if (given === undefined && file.dialect !== undefined) return loadDialect(file.dialect, cwd, folder);
  return dialectOf(given, service.ok ? (service.value ?? {}) : {}, proxy, cwd);
}

/** Either there is a command, or somebody else starts the clients. */
function whereTo(command: readonly string[], options: AuditOptions): Result<undefined> {
  const { listen, for: time, virtual, explore, proxy, host } = options;
  const isListening = listen !== undefined;
  const inRealTime = (['listen', 'proxy', 'speed', 'tls', 'tlsCert'] as const).find(
    (each) => options[each] !== undefined,
  );
  const isPlain = options.tls !== true && options.tlsCert === undefined;
  const refusals: readonly (readonly [isRefused: boolean | undefined, what: string, hint: string])[] = [
    [
      !isListening && command.length === 0,
      'no client is named',
      'Write its command after --, as in conform audit -- python3 my_client.py, or listen with --listen 7070.',
    ],
    [
      isListening && command.length > 0,
      '--listen and a command exclude each other',
      'With --listen you start the client yourself.',
    ],
    [!isListening && time !== undefined, '--for goes with --listen', 'How long a day lasts, its file says.'],
    [
      options.orders && proxy === undefined,
      '--orders goes with --proxy',
      'Without a proxy the client gets orders in any case.',
    ],
    [
      isListening && (options.instances ?? 1) > 1,
      '--instances goes with a command',
      'With --listen you start as many clients as you like.',
    ],
    [
      virtual && process.platform === 'win32',
      '--virtual is for Linux and macOS',
      'Without it the client is audited in real time.',
    ],
    [
      virtual && inRealTime !== undefined,
      `--virtual and --${inRealTime === 'tlsCert' ? 'tls-cert' : inRealTime} exclude each other`,
      'In virtual time the client is started here, and both ends of its plain connections are watched.',
    ],
    [
      explore !== undefined && !virtual,
      '--explore goes with --virtual',
      'Add --virtual: in virtual time a day takes seconds, and the same seed gives the same day.',
    ],
    [
      explore !== undefined && options.live,
      '--explore and --live exclude each other',
      'The page shows one audit, not one for each seed.',
    ],
    [
      !isLoopbackUrl(host) && isPlain,
      `plain HTTP is served on loopback only, not on ${host}`,
      'Serve HTTPS with --tls, or with --tls-cert and --tls-key.',
    ],
  ];
  const refused = refusals.find(([isRefused]) => isRefused);
  return refused ? refuseInput(refused[1], refused[2]) : accepted(undefined);
}

function readVariables(texts: readonly string[]): Result<Readonly<Record<string, string>>> {
  const diagnostics: Diagnostic[] = [];
  const variables: Record<string, string> = {};
  for (const text of texts) {
    const [, name, value = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/.exec(text) ?? [];
    const unknown = unknownWords(value);
    if (name === undefined)
      diagnostics.push(worded(`--env ${text}: expected NAME=text, as in API_BASE={url}`));
    else if (unknown.length > 0) diagnostics.push(unknownWord(text, unknown[0] ?? ''));
    else variables[name] = value;
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : accepted(variables);
}

function unknownWord(text: string, word: string): Diagnostic {
  const near = closest(word, PLACE_WORDS);
  const hint = near === undefined ? `Known: {${PLACE_WORDS.join('}, {')}}.` : `Did you mean {${near}}?`;
  return worded(`--env ${text}: nothing takes the place of {${word}}`, hint);
}

/** @param names undefined means all. */
function chooseRules(option: string, names: readonly string[] | undefined): Result<readonly ClientRuleId[]> {
  const ids = CLIENT_RULES.map(({ id }) => id);
  if (names === undefined) return accepted(ids);
  const diagnostics = names
    .filter((name) => !ids.some((id) => matches(name, id)))
    .map((name) => worded(`${option} ${name}: there is no such rule for clients`, didYouMean(name, ids)));
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return accepted(ids.filter((id) => names.some((name) => matches(name, id))));
}

/** The client is the same on all days: who the file says, the operator of the fleet, or the client of the first day. */
function credentialsOf(
  { credentials }: AuditFile,
  { clients }: FleetSpec,
  [first]: readonly StagedDay[],
): DayCredentials {
  const operator = clients.find(({ clientId }) => clientId === OPERATOR);
  if (credentials) return credentials;
  if (operator) return { clientId: operator.clientId, clientSecret: operator.secret };
  assert(first, 'days are chosen before the client is');
  return first.credentials;
}

/** The devices that the days are about. */
export function devicesOfDays(days: readonly StagedDay[]): readonly string[] {
  const named = days.flatMap(({ day: { stimuli, orders } }) => [
    ...stimuli.map(({ device }) => device),
    ...orders.flatMap(({ deviceId }) => (typeof deviceId === 'string' ? [deviceId] : [])),
  ]);
  return [...new Set(named)].toSorted();
}

// The days that are meant: ids and globs over those that come with the program, files and folders of one's own.

interface DayChoice {
  /** Only days that exercise one of these; undefined for all. */
  readonly rules: readonly ClientRuleId[] | undefined;
  readonly fleet: FleetSpec;
  /** Where paths start. */
  readonly cwd: string;
  /** The calm day goes with all others, as the control. */
  readonly withCalm: boolean;
}

/** @param names undefined means all that come with the program. */
function chooseDays(
  names: readonly string[] | undefined,
  { rules, fleet, cwd, withCalm }: DayChoice,
): Result<readonly StagedDay[]> {
  const sorted = sortNames(names ?? ['*'], cwd);
  const own = sorted.paths.map((path) => loadDays(path, fleet, cwd));
  const usesBundled = sorted.ids.length > 0 || withCalm;
  const bundled: Result<readonly StagedDay[]> = usesBundled
    ? loadDays(BUNDLED_DAYS, fleet, cwd)
    : accepted([]);
  const ofOwn = own.flatMap((each) => (each.ok ? each.value : []));
  const diagnostics = own.flatMap((each) => (each.ok ? [] : each.diagnostics));
  // Days of the program need the devices of its fleet; who has only days of one's own need not have them.
  if (!bundled.ok && sorted.ids.length > 0) diagnostics.push(...bundled.diagnostics);
  const known = bundled.ok ? bundled.value : [];
  diagnostics.push(...unknownIds(sorted.ids, known), ...repeatedIds(ofOwn));
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const ownIds = new Set(ofOwn.map(({ day }) => day.id));
  const exercises = ({ day }: StagedDay): boolean =>
    rules === undefined || day.exercises.some((rule) => rules.includes(rule));
  const chosen = [
    ...ofOwn,
    ...known.filter(({ day: { id } }) => !ownIds.has(id) && sorted.ids.some((name) => matches(name, id))),
  ].filter(exercises);
  if (chosen.length === 0) {
    const others = known.filter(exercises).map(({ day: { id } }) => id);
    const instead = others.length === 0 ? '' : ` These do: ${others.join(', ')}.`;
    return refuseInput('no day is chosen', `None of these days exercises one of these rules.${instead}`);
  }
  const calm = known.find(({ day: { id } }) => id === CALM);
  const isThere = chosen.some(({ day: { id } }) => id === CALM);
  return accepted(withCalm && calm && !isThere ? [calm, ...chosen] : calmFirst(chosen));
}

function calmFirst(days: readonly StagedDay[]): readonly StagedDay[] {
  return days.toSorted((a, b) => Number(b.day.id === CALM) - Number(a.day.id === CALM));
}

function sortNames(names: readonly string[], cwd: string) {
  const isPath = (name: string): boolean => isYaml(name) || pathKind(resolve(cwd, name)) === 'folder';
  return {
    ids: names.filter((name) => !isPath(name)),
    paths: names.filter(isPath).map((name) => resolve(cwd, name)),
  };
}

function unknownIds(names: readonly string[], days: readonly StagedDay[]): Diagnostic[] {
  const ids = days.map(({ day: { id } }) => id);
  return names
    .filter((name) => !ids.some((id) => matches(name, id)))
    .map((name) => {
      const near = closest(name, ids);
      const hint =
        near === undefined ? `Days: ${ids.join(', ')}; others are YAML files.` : `Did you mean "${near}"?`;
      return worded(`there is no day "${name}"`, hint);
    });
}

function repeatedIds(days: readonly StagedDay[]): Diagnostic[] {
  const ids = days.map(({ day: { id } }) => id);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))].map((id) =>
    worded(`two files of days are called "${id}": rename one of them`),
  );
}

// The options of `conform audit` as their rows have them.

export type AuditOptions = OptionsOf<'audit'>;
