// From the text of a profile file to a Profile, or to all that is wrong with it.
import type { Problem } from '../../document/problem.js';
import { problemAt, unknownName, validate } from '../../document/validate.js';
import { type ReadResult, readYaml, type YamlDocument } from '../../document/yaml-document.js';
import type { ClientProfile, DeviceProfileEntry, ManagedDevice, Profile, Waiver } from './profile.js';
import {
  addressProblem,
  type Environment,
  type ProfileReading,
  readSecret,
  reportRepeats,
} from './checks.js';
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
  const reading: ProfileReading = { document, environment: sources.environment, problems };
  const addresses = readAddresses(file, reading);
  const clients = readClients(file, reading);
  checkNames(file, reading);
  const devices = profileDevices(file, reading);
  const management = readManagement(file, reading);
  const waivers = readWaivers(file, reading);
  const { insecure } = file.tls;
  const stimuli = file.stimuli && readStimuli(file.stimuli, { ...reading, ...sources, devices, insecure });
  const ca = readCa(file, sources, reading);
  if (problems.length > 0)
    return { ok: false, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
  const { name = nameOf(document.file), shared, stimuli: _, management: __, waivers: ___, ...facts } = file;
  return {
    ok: true,
    value: {
      ...facts,
      name,
      places: placesOf(document, file),
      ...addresses,
      tls: { insecure, ...(ca === undefined ? {} : { ca }) },
      clients,
      devices,
      ...(shared && { shared }),
      ...(stimuli && { stimuli }),
      ...(management && { management }),
      ...(waivers.length > 0 && { waivers }),
    },
  };
}

const NAME = /^[A-Za-z][\w-]{0,63}$/;

/** Names stand in reports and in scenarios, so they are kept plain. */
function checkNames(file: TargetProfileFile, { document, problems }: ProfileReading): void {
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
  { tls }: TargetProfileFile,
  { readFile }: ProfileSources,
  { document, problems }: ProfileReading,
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

function readWaivers({ waivers }: TargetProfileFile, reading: ProfileReading): readonly Waiver[] {
  const { document, problems } = reading;
  const ids = RULES.map(({ id }) => id);
  reportRepeats(
    reading,
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
  { management, devices }: TargetProfileFile,
  reading: ProfileReading,
): ManagedDevice | undefined {
  if (!management) return undefined;
  const { deviceId, passwordEnv } = management;
  const taken = Object.entries(devices).find(([, device]) => device.deviceId === deviceId)?.[0];
  if (taken !== undefined)
    reading.problems.push(
      problemAt(
        reading.document,
        ['management', 'deviceId'],
        `${deviceId} is also the device ${taken}, which the other checks need`,
        'Take a device that may vanish at any moment, and leave it out of devices.',
      ),
    );
  const what = `the password of device ${deviceId}`;
  const password = readSecret(reading, ['management', 'passwordEnv'], passwordEnv, what);
  return { ...management, password };
}

// The devices of a profile: what is listed twice, and the inputs that a wire drives.

const CHANNELS = {
  relays: 'relay',
  inputs: 'input',
  analogInputs: 'analog input',
  sensors: 'sensor',
} as const;

function profileDevices(
  file: TargetProfileFile,
  reading: ProfileReading,
): Record<string, DeviceProfileEntry> {
  const { document, problems } = reading;
  const entries = Object.entries(file.devices);
  reportRepeats(
    reading,
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

/** An input that a relay drives can be set, whether it is listed or not. */
function deviceOf(
  name: string,
  device: TargetProfileFile['devices'][string],
  { stimuli }: TargetProfileFile,
): DeviceProfileEntry {
  const wired = (stimuli?.['set-input']?.wiring ?? []).filter((wire) => wire.device === name);
  const settable = wired.length > 0 ? wired.map(({ input }) => input) : device.inputs;
  return { ...device, ...(settable && { inputs: [...new Set(settable)] }) };
}

// The API clients of a profile, with devices by the names of the profile.

function readClients(
  { clients, devices }: TargetProfileFile,
  reading: ProfileReading,
): Record<string, ClientProfile> {
  const { document, problems } = reading;
  reportRepeats(
    reading,
    Object.entries(clients).map(([name, { clientId: value }]) => ({
      path: ['clients', name, 'clientId'],
      what: `clientId of ${name}`,
      value,
    })),
  );
  return Object.fromEntries(
    Object.entries(clients).map(([name, client]) => {
      const { clientSecretEnv: variable, devices: own = [] } = client;
      const path = ['clients', name];
      const what = `the secret of API client "${name}"`;
      const clientSecret = readSecret(reading, [...path, 'clientSecretEnv'], variable, what);
      for (const [at, device] of own.entries())
        if (!Object.hasOwn(devices, device))
          problems.push(
            unknownName(document, [...path, 'devices', at], 'device', device, Object.keys(devices)),
          );
      return [name, { ...client, clientSecret }];
    }),
  );
}

// Where the target is: checks the two addresses of a profile.

/** The result counts only when nothing was reported. */
function readAddresses(
  file: TargetProfileFile,
  { document, problems }: ProfileReading,
): Pick<Profile, 'baseUrl' | 'websocketUrl'> {
  const check = (key: 'baseUrl' | 'websocketUrl', secure: string, given: string): string => {
    const diagnostic =
      addressProblem(given, {
        schemes: [secure, secure.replace('s:', ':')],
        example: `${secure}//cloud.example.com`,
        credentials: 'API clients and their secrets go under clients.',
        secret: !file.tls.insecure,
      }) ?? notBase(given);
    if (diagnostic)
      problems.push(problemAt(document, [key], `${key}: ${diagnostic.message}`, diagnostic.hint));
    return given.replace(/\/+$/, '');
  };
  const baseUrl = check('baseUrl', 'https:', file.baseUrl);
  // Where no address is given, a diagnostic about this one would repeat the diagnostic about the other.
  const websocketUrl =
    file.websocketUrl === undefined
      ? baseUrl.replace(/^http/i, 'ws')
      : check('websocketUrl', 'wss:', file.websocketUrl);
  return { baseUrl, websocketUrl };
}

/** Of an address that paths of the interface cannot follow. */
function notBase(given: string): { readonly message: string; readonly hint: string } | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url && (url.search !== '' || url.hash !== ''))
    return { message: 'an address has no query and no fragment', hint: 'Leave out what follows ? or #.' };
  if (!url?.pathname.replace(/\/+$/, '').endsWith(PATH_PREFIX)) return undefined;
  return {
    message: `the address already ends in ${PATH_PREFIX}`,
    hint: `Leave ${PATH_PREFIX} out; every path of the interface begins with it.`,
  };
}
