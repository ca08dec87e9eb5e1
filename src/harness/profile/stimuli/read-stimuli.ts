// Reads `stimuli:` of a profile: secrets from the environment, placeholders, devices, and whether each driver
// fits what it is there for.
import type { Problem } from '../../../document/problem.js';
import { problemAt, unknownName } from '../../../document/validate.js';
import type { Path, YamlDocument } from '../../../document/yaml-document.js';
import { ACT_NAMES, type ActName, isWitness } from './catalogue.js';
import {
  type Declared,
  type DeclaredWire,
  readTemplate,
  type StimuliProfile,
  type StimulusPlaceholder,
  stimulusPlaceholders,
  type StimulusTemplate,
} from './template.js';
import type { DriverFile, StimuliFile } from './declaration-schema.js';
import { addressProblem, type ProfileReading, readSecret } from '../checks.js';

export const DEFAULT_TIMEOUT = 10_000;
/** People take their time. */
export const PROMPT_TIMEOUT = 5 * 60_000;

export function readStimuli(file: StimuliFile, sources: StimuliSources): StimuliProfile {
  const secrets = new Map<string, string>();
  const secret = (name: string, path: Path): string => {
    const value = readSecret(sources, path, name, 'a secret that stimuli need');
    if (value !== '') secrets.set(value, `<${name}>`);
    return value;
  };
  const { control } = file;
  const drivers = ACT_NAMES.flatMap((name): [ActName, Declared][] => {
    const written = file[name];
    const declared = written && readDriver(name, written, { ...sources, secret });
    return declared ? [[name, declared]] : [];
  });
  if (control) checkUrl(control.url, ['stimuli', 'control', 'url'], true, sources);
  return {
    ...(control && {
      control: {
        url: control.url.replace(/\/+$/, ''),
        token: secret(control.tokenEnv, ['stimuli', 'control', 'tokenEnv']),
      },
    }),
    drivers: Object.fromEntries(drivers),
    secrets: [...secrets].map(([value, alias]) => ({ value, alias })),
    ...(sources.folder === undefined ? {} : { folder: sources.folder }),
  };
}

interface Reading extends StimuliSources {
  readonly secret: (name: string, path: Path) => string;
}

const HOWS = ['http', 'command', 'prompt', 'wiring'] as const;

function readDriver(name: ActName, written: DriverFile, reading: Reading): Declared | undefined {
  const { document, problems, devices } = reading;
  const path = ['stimuli', name];
  const hows = HOWS.filter((how) => written[how] !== undefined);
  if (hows.length !== 1) {
    const found = hows.length === 0 ? 'no driver' : `${hows.length} drivers: ${hows.join(', ')}`;
    problems.push(problemAt(document, path, `${name} has ${found}`, `Take one of ${HOWS.join(', ')}.`));
    return undefined;
  }
  written.devices?.forEach((device, at) => {
    if (!Object.hasOwn(devices, device))
      problems.push(unknownName(document, [...path, 'devices', at], 'device', device, Object.keys(devices)));
  });
  if (written.env && !written.command)
    problems.push(problemAt(document, [...path, 'env'], 'env goes with command'));
  const how = readHow(name, written, reading);
  if (!how) return undefined;
  const timeout = written.timeout ?? (how.kind === 'prompt' ? PROMPT_TIMEOUT : DEFAULT_TIMEOUT);
  return { how, timeout, ...(written.devices === undefined ? {} : { devices: written.devices }) };
}

function readHow(name: ActName, written: DriverFile, reading: Reading): Declared['how'] | undefined {
  const text = (template: string, path: Path): StimulusTemplate =>
    templateAt(template, stimulusPlaceholders(name), path, reading);
  const at = (...rest: Path): Path => ['stimuli', name, ...rest];
  if (written.http) return readHttp(name, written.http, reading);
  if (written.command) {
    const env = Object.entries(written.env ?? {}).map(([key, value]): [string, string] => [
      key,
      literal(templateAt(value, [], at('env', key), reading)),
    ]);
    // What stands on a command line can be seen by everybody on the machine.
    for (const [word, given] of written.command.entries())
      if (/\$\{/.test(given)) reading.problems.push(onCommandLine(reading.document, at('command', word)));
    const argv = written.command.map((word, index) => text(word, at('command', index)));
    return { kind: 'command', argv, env: Object.fromEntries(env) };
  }
  if (written.prompt !== undefined) return { kind: 'prompt', text: text(written.prompt, at('prompt')) };
  if (name !== 'set-input') {
    const message = `wiring drives digital inputs, so it cannot do ${name}`;
    reading.problems.push(problemAt(reading.document, at('wiring'), message));
    return undefined;
  }
  return { kind: 'wiring', wires: readWires(written.wiring ?? [], reading) };
}

function readHttp(
  name: ActName,
  http: NonNullable<DriverFile['http']>,
  reading: Reading,
): Declared['how'] | undefined {
  const { document, problems } = reading;
  const at = (...rest: Path): Path => ['stimuli', name, 'http', ...rest];
  const text = (template: string, path: Path): StimulusTemplate =>
    templateAt(template, stimulusPlaceholders(name), path, reading);
  if (isWitness(name) !== (http.value !== undefined)) {
    const [message, hint] = isWitness(name)
      ? ['missing: where the number stands in the reply', 'As in "value: /count", a JSON Pointer.']
      : ['a stimulus has no value to read', 'Leave "value" out.'];
    problems.push(problemAt(document, at(...(http.value === undefined ? [] : ['value'])), message, hint));
  }
  const texts = [http.url, http.body, ...Object.values(http.headers)];
  checkUrl(
    http.url,
    at('url'),
    texts.some((each) => each?.includes('${') ?? false),
    reading,
  );
  const headers = Object.entries(http.headers).map(([key, value]) => [key, text(value, at('headers', key))]);
  return {
    kind: 'http',
    method: http.method ?? (isWitness(name) ? 'GET' : 'POST'),
    url: text(http.url, at('url')),
    headers: Object.fromEntries(headers) as Record<string, StimulusTemplate>,
    ...(http.body === undefined ? {} : { body: text(http.body, at('body')) }),
    ...(http.value === undefined
      ? {}
      : { value: [http.value].flat().map((pointer, nth) => text(pointer, at('value', nth))) }),
  };
}

function checkUrl(
  given: string,
  path: Path,
  secret: boolean,
  { document, insecure, problems }: StimuliSources,
): void {
  const diagnostic = addressProblem(given, {
    schemes: ['https:', 'http:'],
    // Placeholders may stand anywhere, also where a port would be.
    url: given.replace(/\$?\{[^{}]*\}/g, '1'),
    example: 'https://pdu.lab/outlets/{deviceId}/off',
    credentials: 'Send them in a header, from ${NAME}.',
    secret: secret && !insecure,
  });
  if (diagnostic) problems.push(problemAt(document, path, diagnostic.message, diagnostic.hint));
}

function templateAt(
  template: string,
  known: readonly StimulusPlaceholder[],
  path: Path,
  { document, problems, secret }: Reading,
): StimulusTemplate {
  return readTemplate(template, known, {
    secret: (variable) => secret(variable, path),
    unknown: (placeholder) => {
      const named = known.map((each) => `{${each}}`);
      problems.push(unknownName(document, path, 'placeholder', `{${placeholder}}`, named));
    },
    misformed: (placeholder, hint) => {
      problems.push(problemAt(document, path, `${placeholder} says nothing that is known`, hint));
    },
  });
}

function literal(template: StimulusTemplate): string {
  return template.map((part) => ('literal' in part ? part.literal : '')).join('');
}

function onCommandLine(document: YamlDocument, path: Path): Problem {
  return problemAt(
    document,
    path,
    'a secret on a command line can be seen by everybody on the machine',
    "Hand it over with env: { NAME: '${NAME}' }.",
  );
}

// Reads the wires of a bench: which relay drives which input.

/** A wire may only use a relay that may be switched, and an input has one wire. */
function readWires(
  written: readonly DeclaredWire[],
  { document, devices, problems }: StimuliSources,
): readonly DeclaredWire[] {
  const driven = new Set<string>();
  for (const [at, { device, input, relay }] of written.entries()) {
    const path = (key: string): Path => ['stimuli', 'set-input', 'wiring', at, key];
    const entry = devices[device];
    if (!Object.hasOwn(devices, device) || !entry) {
      problems.push(unknownName(document, path('device'), 'device', device, Object.keys(devices)));
      continue;
    }
    if (!entry.relays.includes(relay)) {
      const allowed = [...entry.relays, relay].toSorted((a, b) => a - b).join(', ');
      const message = `relay ${relay} of ${device} may not be switched`;
      problems.push(
        problemAt(document, path('relay'), message, `Write devices.${device}.relays: [${allowed}].`),
      );
    }
    const key = `${device} ${input}`;
    if (driven.has(key))
      problems.push(problemAt(document, path('input'), `input ${input} of ${device} has two wires`));
    driven.add(key);
  }
  return written;
}

interface StimuliSources extends ProfileReading {
  readonly folder?: string;
  /** Devices of the profile with the relays that may be switched. */
  readonly devices: Readonly<Record<string, { readonly relays: readonly number[] }>>;
  /** `tls.insecure`: secrets may travel in the open. */
  readonly insecure: boolean;
}
