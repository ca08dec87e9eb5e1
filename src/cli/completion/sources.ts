// The names of each kind, at the moment of completion. Each list is loaded alone: a key press waits for it.
import { basename } from 'node:path';
import type { Result } from '../../document/diagnostic.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { RUN_FORMATS } from '../../report/format-names.js';
import { shownPath, yamlFilesBelow } from '../files.js';
import type { Io } from '../io.js';
import type { PrintedList } from '../list/list.js';
import { BUNDLED_FAULTS, BUNDLED_VARIANTS, NAMED_DIALECTS } from '../package-files.js';
import { FILE_KINDS } from '../validate/file-kinds.js';
import type { Candidate, NameSource } from './candidates.js';
import type { NameKind } from './name-kinds.js';

type Names = readonly Candidate[];

export function nameSource(io: Io): NameSource {
  return async (kind, typed) => {
    const all = await SOURCES[kind](io);
    return STEPWISE.has(kind) ? nextStep(all, typed) : all;
  };
}

const SOURCES: Readonly<Record<NameKind, (io: Io) => Names | Promise<Names>>> = {
  what: scenarioNames,
  rules: async (io) => listed(await (await import('../list/rules.js')).listRules(io), 'id', 'sentence'),
  'client-rules': async () =>
    (await import('../../contract/rules/client.js')).CLIENT_RULES.map(({ id, sentence }) => ({
      value: id,
      about: sentence,
    })),
  dialects: async () => {
    const { galleryNames } = await import('../load/gallery.js');
    return [...NAMED_DIALECTS, ...galleryNames()].map(plain);
  },
  variants: () => below(BUNDLED_VARIANTS),
  defects: async (io) => listed((await import('../list/defects.js')).listDefects(io), 'id', 'summary'),
  faults: async (io) => listed((await import('../list/faults.js')).listFaults(io), 'type', 'summary'),
  endpoints: async (io) =>
    listed((await import('../list/endpoints.js')).listEndpoints(io), 'name', 'summary'),
  topics: async (io) => listed((await import('../list/topics.js')).listTopics(io), 'name', 'kind'),
  reports: () => RUN_FORMATS.map((name) => ({ value: `${name}=`, about: `the ${name} report` })),
  devices: (io) => ofSimulator(io, '/devices?limit=1000', 'devices', 'deviceId', 'name'),
  clients: async (io) => listed((await import('../list/clients.js')).listClients(io), 'clientId', ''),
  orders: (io) => ofSimulator(io, '/faults', 'faults', 'id', 'type'),
  plans: ({ cwd }) => planFiles(cwd),
  kinds: () => FILE_KINDS.map(plain),
};

/** Hundreds of names are offered area by area. */
const STEPWISE: ReadonlySet<NameKind> = new Set(['what', 'rules']);

/** As far as the next separator where names have one behind what is typed; names where all are of one area. */
function nextStep(names: Names, typed: string): Names {
  const fitting = names.filter(({ value }) => value.startsWith(typed));
  const steps = new Map<string, Candidate>();
  for (const name of fitting) {
    const at = name.value.slice(typed.length).search(/[/.]/);
    if (at < 0) steps.set(name.value, name);
    else {
      const area = name.value.slice(0, typed.length + at + 1);
      if (!steps.has(area)) steps.set(area, { value: area, about: '' });
    }
  }
  const [only, ...others] = steps.values();
  return only && others.length === 0 && only.value !== typed && !names.includes(only)
    ? nextStep(names, only.value)
    : [...steps.values()];
}

async function scenarioNames(io: Io): Promise<Names> {
  const { bundledHeads } = await import('../load/scenario-heads.js');
  const { PROPERTIES } = await import('../../harness/property/properties.js');
  const heads = await bundledHeads(io.cwd);
  const scenarios = heads.ok ? heads.value : [];
  return [
    ...scenarios.flatMap(({ id, title, cases }) => [
      { value: id, about: title },
      ...(cases.length > 1 ? cases.map((each) => ({ value: each.id, about: title })) : []),
    ]),
    ...PROPERTIES.map(({ id, title }) => ({ value: id, about: title })),
  ];
}

const plain = (value: string): Candidate => ({ value, about: '' });

function below(folder: string): Names {
  const found = yamlFilesBelow(folder);
  return found.ok ? found.value.map((path) => plain(basename(path, '.yaml'))) : [];
}

/** Those that come with the program, as a path that any command takes. */
function planFiles(cwd: string): Names {
  const found = yamlFilesBelow(BUNDLED_FAULTS);
  return found.ok ? found.value.map((path) => plain(shownPath(path, cwd))) : [];
}

function listed(list: Result<PrintedList>, name: string, about: string): Names {
  return list.ok ? namesIn(list.value.data, name, about) : [];
}

function namesIn(data: unknown, name: string, about: string): Names {
  const rows = Array.isArray(data) ? (data as readonly Record<string, unknown>[]) : [];
  return rows.flatMap(({ [name]: value, [about]: words }) =>
    typeof value === 'string' ? [{ value, about: typeof words === 'string' ? words : '' }] : [],
  );
}

/** A simulator that does not answer within this time, in ms, is not waited for. */
const PATIENCE = 300;

async function ofSimulator(io: Io, path: string, key: string, name: string, about: string): Promise<Names> {
  const { controlClient } = await import('../control/control-client.js');
  const client = await controlClient({}, io);
  if (!client.ok) return [];
  const clock = createSystemClock();
  let late = (): void => undefined;
  const waited = new Promise<undefined>((resolve) => {
    late = () => resolve(undefined);
  });
  const timer = clock.setTimer('names for completion', PATIENCE, late);
  const answer = await Promise.race([client.value.call<Record<string, unknown>>('GET', path), waited]);
  timer.cancel();
  return answer?.ok ? namesIn(answer.value[key], name, about) : [];
}
