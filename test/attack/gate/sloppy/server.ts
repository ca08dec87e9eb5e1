// A server that takes whatever comes for a command if there is any way to: the worst that a run could meet. It
// shares nothing with the gate, and knows the names of the default dialect and many others for the same things.
import { devicesNamed, doJob, type Job, textsIn } from './deeds.js';
import { type Loose, readLoosely, within } from './lenient-json.js';
import { methodsOf, routesOf } from './paths.js';
import { documentsIn, formIn, percentDecoded, plainWord } from './texts.js';
import { devicesMeant, type World } from './world.js';

export interface SloppyRequest {
  readonly method: string;
  /** As it stands in the first line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SloppyServer {
  readonly world: World;
  http(request: SloppyRequest): void;
  frame(text: string): void;
}

export function createSloppyServer(devices: World['devices']): SloppyServer {
  const world: World = { devices, deeds: [] };
  return {
    world,
    http: (request) => takeRequest(world, request),
    frame: (text) => {
      for (const value of documentsIn(text, '')) takeFrame(world, value);
    },
  };
}

function takeRequest(world: World, { method, path, headers, body = '' }: SloppyRequest): void {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const query = /[?]([^#]*)/.exec(path)?.[1] ?? '';
  const values = [
    ...documentsIn(body, type),
    ...(query === '' ? [] : [...formIn(query), ...formIn(percentDecoded(query))]),
  ];
  const fields = [...within(values)].flatMap((value) =>
    value.kind === 'object'
      ? value.pairs.flatMap(([key, each]) => textsIn(each).map((text) => [plainWord(key), text] as const))
      : [],
  );
  const methods = methodsOf(method, headers, fields);
  for (const route of routesOf(path, headers)) takeRoute(world, methods, route, values);
  for (const value of values) takeBatched(world, value);
  for (const inner of body.matchAll(/(GET|POST|PUT|DELETE|PATCH) (\/\S+) HTTP\/1[^]*?\r?\n\r?\n([^]*)/g))
    takeRequest(world, { method: inner[1] ?? '', path: inner[2] ?? '', headers: {}, body: inner[3] ?? '' });
}

/** `{"method":"POST","path":"/svc/v1/…","body":{…}}`, alone or in a list. */
function takeBatched(world: World, value: Loose): void {
  for (const each of within([value])) {
    if (each.kind !== 'object') continue;
    const find = (...names: string[]): Loose | undefined =>
      each.pairs.find(([key]) => names.includes(plainWord(key)))?.[1];
    const path = find('path', 'url', 'uri');
    const body = find('body', 'data', 'json');
    const method = find('method', 'verb');
    if (path?.kind !== 'scalar' || !path.text.includes('/')) continue;
    const methods = method?.kind === 'scalar' ? [method.text.toUpperCase()] : ['POST'];
    for (const route of routesOf(path.text, {})) takeRoute(world, methods, route, body ? [body] : []);
  }
}

function takeRoute(
  world: World,
  methods: readonly string[],
  route: readonly string[],
  values: readonly Loose[],
): void {
  const at = route.findIndex((segment) => plainWord(segment) === 'devices');
  if (at < 0) return;
  const [id, ...tail] = route.slice(at + 1);
  if (id === undefined) {
    if (methods.includes('POST') || methods.includes('PUT')) addDevices(world, values);
    if (methods.includes('DELETE')) manage(world, devicesNamed(world, values));
    return;
  }
  const devices = devicesMeant(world, id);
  const words = tail.map(plainWord);
  if (words.length === 0) {
    if (methods.some((method) => ['DELETE', 'PUT', 'PATCH'].includes(method))) manage(world, devices);
    return;
  }
  if (words.at(-1) === 'password') {
    if (values.length > 0) manage(world, devices);
    return;
  }
  const { job, index } = jobOf(words, tail);
  if (job !== undefined) for (const device of devices) doJob(world, job, device, values, index);
}

function jobOf(
  words: readonly string[],
  tail: readonly string[],
): { readonly job?: Job; readonly index?: string } {
  const [first, second, third] = words;
  if (first === 'rs485') return second === 'baudrate' ? { job: 'baud' } : { job: 'bytes' };
  if (first !== 'relays' && first !== 'relay') return {};
  if (second === undefined || second === 'commands' || second === 'command') return { job: 'switch' };
  if (third === 'jogconfig') return { job: 'jog', index: tail[1] ?? '' };
  return { job: 'switch', index: tail[1] ?? '' };
}

function addDevices(world: World, values: readonly Loose[]): void {
  const ids = [...within(values)].flatMap((value) =>
    value.kind === 'object'
      ? value.pairs.flatMap(([key, each]) =>
          ['deviceid', 'device', 'id'].includes(plainWord(key)) && each.kind === 'scalar' && each.text !== ''
            ? [each.text]
            : [],
        )
      : [],
  );
  manage(world, ids);
}

function manage(world: World, devices: readonly string[]): void {
  for (const deviceId of devices) world.deeds.push({ kind: 'manage', deviceId });
}

const JOBS: Readonly<Record<string, Job>> = {
  devicerelayset: 'switch',
  relayset: 'switch',
  setrelay: 'switch',
  setrelays: 'switch',
  switchrelays: 'switch',
  devicers485transceive: 'bytes',
  rs485transceive: 'bytes',
  transceive: 'bytes',
  devicers485baudrateset: 'baud',
  rs485baudrateset: 'baud',
  setbaudrate: 'baud',
  devicerelayjogconfigset: 'jog',
  relayjogconfigset: 'jog',
  setjogconfig: 'jog',
  setjogduration: 'jog',
};

function takeFrame(world: World, value: Loose): void {
  const parts = value.kind === 'list' ? value.items : [value];
  for (const part of parts.length === 0 ? [value] : parts) {
    const jobs = new Set(textsIn(part).flatMap((text) => JOBS[plainWord(text)] ?? []));
    for (const each of within([part]))
      if (each.kind === 'object')
        for (const [key] of each.pairs) {
          const job = JOBS[plainWord(key)];
          if (job !== undefined) jobs.add(job);
        }
    if (jobs.size === 0) continue;
    for (const device of new Set(devicesNamed(world, [part])))
      for (const job of jobs) doJob(world, job, device, paramsOf(part, job), undefined);
  }
}

/** The parameters, where they can be told from the rest; `data` of the frame is an envelope and no bytes. */
function paramsOf(part: Loose, job: Job): readonly Loose[] {
  const params = [...within([part])].flatMap((each) =>
    each.kind === 'object'
      ? each.pairs.filter(([key]) => ['params', 'args', 'arguments', 'parameters'].includes(plainWord(key)))
      : [],
  );
  const found = params.flatMap(([, each]) => (each.kind === 'scalar' ? readLoosely(each.text) : [each]));
  if (found.length > 0 || job !== 'bytes') return found.length > 0 ? found : [part];
  return [part];
}
