// From the text of a profile file to a Profile, or to all that is wrong with it.
import type { Problem } from '../../document/problem.js';
import { problemAt, unknownName, validate } from '../../document/validate.js';
import { type ReadResult, readYaml, type YamlDocument } from '../../document/yaml-document.js';
import type { DeviceProfileEntry, ManagedDevice, Profile, Waiver } from './profile.js';
import { type Environment, readClients, reportRepeats } from './clients.js';
import { type TargetProfileFile, targetProfileSchema } from './profile-schema.js';
import { readStimuli } from './stimuli/read-stimuli.js';
import { isRuleId, RULES } from '../../contract/rules/catalogue.js';
import { PATH_PREFIX } from '../../contract/limits.js';

export interface ProfileSources {
  readonly environment: Environment;
  /** The text of a file that the profile names, by the path it is named by; undefined when it cannot be read. */
  readonly readFile?: (path: string) => string | undefined;
  /** The folder of the profile: commands that it names start there. */
  readonly folder?: string;
}

/** @param file name under which problems are reported; the profile is called after it unless it has a name. */
export function parseProfile(text: string, file: string, sources: ProfileSources): ReadResult<Profile> {
  const document = readYaml(text, file);
  if (!document.ok) return document;
  const valid = validate(document.value, targetProfileSchema);
  if (!valid.ok) return valid;
  return build(document.value, valid.value, sources);
}

function build(
  document: YamlDocument,
  file: TargetProfileFile,
  sources: ProfileSources,
): ReadResult<Profile> {
  const problems: Problem[] = [];
  const addresses = readAddresses(document, file, problems);
  const clients = readClients(document, file, sources.environment, problems);
  checkNames(document, file, problems);
  const devices = profileDevices(document, file, problems);
  const management = readManagement(document, file, sources.environment, problems);
  const waivers = readWaivers(document, file, problems);
  const stimuli =
    file.stimuli &&
    readStimuli(file.stimuli, {
      document,
      environment: sources.environment,
      folder: sources.folder,
      devices,
      insecure: file.tls.insecure,
      problems,
    });
  const ca = readCa(document, file, sources, problems);
  if (problems.length > 0)
    return { ok: false, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
  return {
    ok: true,
    value: {
      name: file.name ?? nameOf(document.file),
      places: placesOf(document, file),
      ...addresses,
      tls: { insecure: file.tls.insecure, ...(ca === undefined ? {} : { ca }) },
      ...(file.dialect === undefined ? {} : { dialect: file.dialect }),
      clients,
      devices,
      requestsPerSecond: file.requestsPerSecond,
      patience: file.patience,
      ...(file.quotas && { quotas: file.quotas }),
      ...(file.longestWait !== undefined && { longestWait: file.longestWait }),
      ...(file.without && { without: file.without }),
      ...(file.shared && { shared: true }),
      ...(stimuli && { stimuli }),
      ...(management && { management }),
      ...(waivers.length > 0 && { waivers }),
    },
  };
}

const NAME = /^[A-Za-z][\w-]{0,63}$/;

/** Names stand in reports and in scenarios, so they are kept plain. */
function checkNames(document: YamlDocument, file: TargetProfileFile, problems: Problem[]): void {
  for (const key of ['clients', 'devices'] as const) {
    for (const name of Object.keys(file[key])) {
      if (NAME.test(name)) continue;
      problems.push({
        ...document.placeOfKey([key, name]),
        message: `"${name}" cannot be a name`,
        hint: 'A name begins with a letter, and goes on with letters, digits, - and _.',
      });
    }
  }
}

/** Of what a server can show to be wrong. */
function placesOf(document: YamlDocument, file: TargetProfileFile): Record<string, string> {
  const { clients, devices, stimuli = {} } = file;
  const paths = [
    ...Object.keys(clients).flatMap((name) => [
      ['clients', name, 'scopes'],
      ['clients', name, 'devices'],
    ]),
    ...Object.keys(devices).map((name) => ['devices', name, 'rs485']),
    ...Object.keys(stimuli).map((name) => ['stimuli', name]),
  ];
  return Object.fromEntries(
    paths.map((path) => {
      const { line, file: name } = document.placeOf(path);
      return [path.join('.'), `line ${line} of ${name}`];
    }),
  );
}

function readCa(
  document: YamlDocument,
  { tls }: TargetProfileFile,
  { readFile }: ProfileSources,
  problems: Problem[],
): string | undefined {
  if (tls.ca === undefined) return undefined;
  const text = readFile?.(tls.ca);
  const report = (message: string, hint: string): void => {
    problems.push(problemAt(document, ['tls', 'ca'], message, hint));
  };
  if (text === undefined)
    report(`cannot read the file ${tls.ca}`, 'The path starts from the folder of the profile.');
  else if (!text.includes('-----BEGIN CERTIFICATE-----'))
    report(`${tls.ca} holds no certificate`, 'Expected PEM text: -----BEGIN CERTIFICATE----- and so on.');
  return text;
}

/** `profiles/bench.yaml` -> `bench`. */
function nameOf(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.ya?ml$/, '');
}

// The waivers of a profile: each for a rule that there is, and no rule twice.

function readWaivers(
  document: YamlDocument,
  { waivers }: TargetProfileFile,
  problems: Problem[],
): readonly Waiver[] {
  const ids = RULES.map(({ id }) => id);
  reportRepeats(
    problems,
    document,
    waivers.map(({ rule }, at) => ({ path: ['waivers', at, 'rule'], what: 'rule of a waiver', value: rule })),
  );
  return waivers.flatMap(({ rule, ...waiver }, at): Waiver[] => {
    if (isRuleId(rule)) return [{ rule, ...waiver }];
    problems.push(unknownName(document, ['waivers', at, 'rule'], 'rule', rule, ids));
    return [];
  });
}

// The device of a profile that may be added and removed: with its password, and apart from all others.

function readManagement(
  document: YamlDocument,
  { management, devices }: TargetProfileFile,
  environment: Environment,
  problems: Problem[],
): ManagedDevice | undefined {
  if (!management) return undefined;
  const { deviceId, name, profileId, passwordEnv, relays } = management;
  const taken = Object.entries(devices).find(([, device]) => device.deviceId === deviceId)?.[0];
  if (taken !== undefined)
    problems.push(
      problemAt(
        document,
        ['management', 'deviceId'],
        `${deviceId} is also the device ${taken}, which the other checks need`,
        'Take a device that may vanish at any moment, and leave it out of devices.',
      ),
    );
  const password = environment[passwordEnv] ?? '';
  if (password === '')
    problems.push(
      problemAt(
        document,
        ['management', 'passwordEnv'],
        `the environment variable ${passwordEnv} is not set`,
        `It holds the password of device ${deviceId}: export ${passwordEnv}='...'`,
      ),
    );
  return {
    deviceId,
    profileId,
    password,
    passwordEnv,
    ...(name === undefined ? {} : { name }),
    ...(relays === undefined ? {} : { relays }),
  };
}

// The devices of a profile: what is listed twice, and the inputs that a wire drives.

const CHANNELS = {
  relays: 'relay',
  inputs: 'input',
  analogInputs: 'analog input',
  sensors: 'sensor',
} as const;

function profileDevices(
  document: YamlDocument,
  file: TargetProfileFile,
  problems: Problem[],
): Record<string, DeviceProfileEntry> {
  const entries = Object.entries(file.devices);
  reportRepeats(
    problems,
    document,
    entries.map(([name, { deviceId }]) => ({
      path: ['devices', name, 'deviceId'],
      what: `deviceId of ${name}`,
      value: deviceId,
    })),
  );
  for (const [name, device] of entries)
    for (const [key, what] of Object.entries(CHANNELS) as [keyof typeof CHANNELS, string][]) {
      const listed: readonly unknown[] = device[key] ?? [];
      listed.forEach((channel, at) => {
        if (listed.indexOf(channel) === at) return;
        const message = `${what} ${String(channel)} is listed twice`;
        problems.push(problemAt(document, ['devices', name, key, at], message));
      });
    }
  return Object.fromEntries(entries.map(([name, device]) => [name, deviceOf(name, device, file)]));
}

function deviceOf(
  name: string,
  { deviceId, relays, rs485, inputs, analogInputs, sensors }: TargetProfileFile['devices'][string],
  { stimuli }: TargetProfileFile,
): DeviceProfileEntry {
  const { answered, answer, unanswered, echo } = rs485 ?? {};
  const facts = {
    ...(answered === undefined ? {} : { answered }),
    ...(answer === undefined ? {} : { answer }),
    ...(unanswered === undefined ? {} : { unanswered }),
    ...(echo === undefined ? {} : { echo }),
  };
  // An input that a relay drives can be set, whether it is listed or not.
  const wired = (stimuli?.['set-input']?.wiring ?? []).filter(({ device }) => device === name);
  const settable = wired.length > 0 ? wired.map(({ input }) => input) : inputs;
  return {
    deviceId,
    relays,
    ...(settable && { inputs: [...new Set(settable)] }),
    ...(analogInputs && { analogInputs }),
    ...(sensors && { sensors }),
    ...(rs485 === undefined ? {} : { rs485: facts }),
  };
}

// Where the target is: checks the two addresses of a profile, and that secrets do not travel in the open.

interface Addresses {
  readonly baseUrl: string;
  readonly websocketUrl: string;
}

/** Reports what is wrong into `problems`; the result counts only when there was nothing. */
function readAddresses(document: YamlDocument, file: TargetProfileFile, problems: Problem[]): Addresses {
  const insecure = file.tls.insecure;
  const check = (key: 'baseUrl' | 'websocketUrl', schemes: Schemes, given: string): string => {
    const diagnostic = diagnosticAbout(given, schemes, insecure);
    if (diagnostic)
      problems.push(problemAt(document, [key], `${key}: ${diagnostic.message}`, diagnostic.hint));
    return given.replace(/\/+$/, '');
  };
  const baseUrl = check('baseUrl', HTTP, file.baseUrl);
  // Where no address is given, a diagnostic about this one would repeat the diagnostic about the other.
  const websocketUrl =
    file.websocketUrl === undefined
      ? baseUrl.replace(/^http/i, 'ws')
      : check('websocketUrl', WEBSOCKET, file.websocketUrl);
  return { baseUrl, websocketUrl };
}

interface Schemes {
  readonly secure: string;
  readonly plain: string;
}

const HTTP: Schemes = { secure: 'https:', plain: 'http:' };
const WEBSOCKET: Schemes = { secure: 'wss:', plain: 'ws:' };

interface Diagnostic {
  readonly message: string;
  readonly hint: string;
}

function diagnosticAbout(
  given: string,
  { secure, plain }: Schemes,
  insecure: boolean,
): Diagnostic | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || (url.protocol !== secure && url.protocol !== plain))
    return {
      message: `"${given}" is no ${secure}// or ${plain}// address`,
      hint: `Write it in full, such as ${secure}//cloud.example.com.`,
    };
  if (url.username !== '' || url.password !== '')
    return {
      message: 'an address holds no credentials',
      hint: 'API clients and their secrets go under clients.',
    };
  if (url.search !== '' || url.hash !== '')
    return { message: 'an address has no query and no fragment', hint: 'Leave out what follows ? or #.' };
  if (url.pathname.replace(/\/+$/, '').endsWith(PATH_PREFIX))
    return {
      message: `the address already ends in ${PATH_PREFIX}`,
      hint: `Leave ${PATH_PREFIX} out; every path of the interface begins with it.`,
    };
  if (url.protocol === plain && !insecure && !isLoopback(url.hostname))
    return {
      message: `secrets would go to ${url.hostname} unencrypted`,
      hint: `Use ${secure}//, or set tls.insecure: true if the network in between can be trusted.`,
    };
  return undefined;
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  );
}
