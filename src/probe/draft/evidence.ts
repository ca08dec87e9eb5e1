// What a dialect is drafted from: exchanges with a server, whether they were made just now, or come from a HAR file, an
// OpenAPI document or a folder of samples.
import { ENDPOINTS, placedEndpoint } from '../../contract/endpoints.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { EVENT_TOPICS, REQUEST_TOPICS } from '../../contract/topics.js';
import { parseJson } from '../../harness/target/driver/read-reply.js';
import { defined } from '../../kernel/defined.js';
import { textOfBase64 } from '../../kernel/base64.js';
import { isObject, jsonIn, valueAtPointer } from '../../kernel/json.js';
import { leavesOf } from './places.js';

export interface DraftExchange {
  /** `GET /svc/v1/devices`, `traffic.har, entry 4`. */
  readonly source: string;
  /** An endpoint, or a topic of a frame. */
  readonly what: string;
  /** Of its path. */
  readonly firstSegment?: string;
  /** What the path names in the place of `{deviceId}`, `{commandId}` or `{index}`. */
  readonly named: Readonly<Record<string, string>>;
  readonly request?: unknown;
  readonly status?: number;
  /** `SUCCESS`, or the code of a refusal. */
  readonly code?: string;
  readonly data?: unknown;
}

/** An exchange over REST, as it was seen. */
export function seenExchange(seen: {
  readonly source: string;
  readonly method: string;
  readonly path: string;
  readonly request?: unknown;
  readonly status?: number;
  readonly body: unknown;
}): DraftExchange | undefined {
  const { source, method, path, request, status, body } = seen;
  const [pathname = ''] = path.split('?');
  const route = placedEndpoint(method.toUpperCase(), pathname);
  if (!route) return undefined;
  const parts = defined({ request, status: status === 0 ? undefined : status, ...partsOf(body, status) });
  const { endpoint: what, named, firstSegment } = route;
  return { source, what, named, firstSegment, ...parts };
}

/** What is no JSON, or nests too deep, is nothing that a draft could show. */
export function replyIn(text: string): unknown {
  const read = parseJson(text);
  return read.ok ? read.value : undefined;
}

/** What was pasted may be the envelope, or only its data. */
function partsOf(body: unknown, status = 200): Pick<DraftExchange, 'code' | 'data'> {
  if (isObject(body) && typeof body['code'] === 'string' && ('data' in body || 'message' in body))
    return { code: body['code'], data: body['data'] };
  return status < 300 ? { code: SUCCESS, data: body } : {};
}

/** The exchanges of a HAR file; undefined where it is none. */
export function evidenceInHar(text: string, file: string): readonly DraftExchange[] | undefined {
  const har = jsonIn(text);
  const log = isObject(har) ? har['log'] : undefined;
  const entries = isObject(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries)) return undefined;
  return entries.flatMap((entry: unknown, at) => {
    const [request, response] = [fieldOf(entry, 'request'), fieldOf(entry, 'response')];
    const [method, url] = [fieldOf(request, 'method'), fieldOf(request, 'url')];
    if (typeof method !== 'string' || typeof url !== 'string') return [];
    const content = fieldOf(response, 'content');
    const seen = seenExchange({
      source: `${file}, entry ${at + 1}`,
      method,
      path: url.replace(/^[a-z]+:\/\/[^/]*/i, ''),
      request: bodyIn(fieldOf(request, 'postData'), 'base64'),
      status: Number(fieldOf(response, 'status') ?? 0),
      body: bodyIn(content, fieldOf(content, 'encoding')),
    });
    return [...(seen ? [seen] : []), ...framesIn(fieldOf(entry, '_webSocketMessages'), file)];
  });
}

/** What a browser has kept of the frames of a connection: requests with their replies, and events. */
function framesIn(messages: unknown, file: string): readonly DraftExchange[] {
  if (!Array.isArray(messages)) return [];
  const frames = messages.flatMap((message: unknown) => {
    const frame = jsonIn(String(fieldOf(message, 'data')));
    return isObject(frame) ? [{ frame, isSent: fieldOf(message, 'type') === 'send' }] : [];
  });
  const topicOf = (frame: Record<string, unknown>, topics: readonly string[]): string | undefined =>
    topics.find((topic) =>
      leavesOf({ ...frame, data: {} }).some(({ value }) => String(value).endsWith(topic)),
    );
  return frames.flatMap(({ frame, isSent }): DraftExchange[] => {
    const { requestId } = frame;
    const what = topicOf(frame, isSent ? REQUEST_TOPICS : EVENT_TOPICS);
    if (what === undefined) return [];
    const source = `${file}, a frame ${what}`;
    if (!isSent) return [{ source, what, named: {}, code: SUCCESS, data: frame }];
    const reply = frames.find((each) => !each.isSent && each.frame['requestId'] === requestId)?.frame;
    return reply ? [{ source, what, named: {}, request: frame, ...partsOf(reply) }] : [];
  });
}

function bodyIn(content: unknown, encoding: unknown): unknown {
  const text = fieldOf(content, 'text');
  if (typeof text !== 'string') return undefined;
  const plain = jsonIn(text);
  return plain === undefined && encoding === 'base64' ? jsonIn(textOfBase64(text) ?? '') : plain;
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** The examples of an OpenAPI document, or what its schemas say of them; undefined where it is none. */
export function evidenceInOpenapi(document: unknown, file: string): readonly DraftExchange[] | undefined {
  const paths = fieldOf(document, 'paths');
  if (!isObject(paths)) return undefined;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, operation]) => {
      const request = exampleIn(fieldOf(operation, 'requestBody'), document);
      return Object.entries(asObject(fieldOf(operation, 'responses'))).flatMap(([status, response]) => {
        const body = exampleIn(response, document);
        if (body === undefined || !/^\d{3}$/.test(status)) return [];
        // A path parameter names nothing that was there.
        const seen = seenExchange({
          source: `${file}, ${method.toUpperCase()} ${path}`,
          method,
          path: path.replaceAll(/\{\w+\}/g, EXAMPLE),
          request,
          status: Number(status),
          body,
        });
        return seen ? { ...seen, named: {} } : [];
      });
    }),
  );
}

const EXAMPLE = 'example';

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function exampleIn(given: unknown, root: unknown): unknown {
  const content = asObject(fieldOf(resolved(given, root), 'content'));
  const [media] = Object.entries(content).flatMap(([type, each]) => (/json/i.test(type) ? [each] : []));
  const [named] = Object.values(asObject(fieldOf(media, 'examples')));
  return (
    fieldOf(media, 'example') ??
    fieldOf(resolved(named, root), 'value') ??
    sampleOf(fieldOf(media, 'schema'), { root, left: MOST_SCHEMAS })
  );
}

function resolved(value: unknown, root: unknown): unknown {
  const ref = fieldOf(value, '$ref');
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return value;
  return valueAtPointer(root, ref.slice(1));
}

const DEEPEST = 12;
/** Of one reply or request: a schema that names itself twice has more parts than anybody waits for. */
const MOST_SCHEMAS = 5000;

interface SchemaWalk {
  readonly root: unknown;
  left: number;
}

/** A value that fits the schema, where it shows examples, defaults, choices or constants. */
function sampleOf(given: unknown, walk: SchemaWalk, depth = 0): unknown {
  const schema = resolved(given, walk.root);
  if (!isObject(schema) || depth > DEEPEST || walk.left-- <= 0) return undefined;
  const [first] = [schema['examples'], schema['enum']].flatMap((each) =>
    Array.isArray(each) ? (each as unknown[]) : [],
  );
  const shown = schema['example'] ?? schema['const'] ?? schema['default'] ?? first;
  if (shown !== undefined) return shown;
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => {
    const list = schema[key];
    if (!Array.isArray(list)) return [];
    const samples = (key === 'allOf' ? list : list.slice(0, 1)).map((each) =>
      sampleOf(each, walk, depth + 1),
    );
    return samples;
  });
  const properties = Object.entries(asObject(schema['properties'])).flatMap(([name, each]) => {
    const sample = sampleOf(each, walk, depth + 1);
    return sample === undefined ? [] : [[name, sample] as const];
  });
  if (properties.length > 0 || parts.some(isObject))
    return Object.assign({}, ...parts.filter(isObject), Object.fromEntries(properties)) as unknown;
  if (parts.length > 0) return parts[0];
  if (schema['type'] === 'array') {
    const element = sampleOf(schema['items'], walk, depth + 1);
    return element === undefined ? [] : [element];
  }
  return undefined;
}

/**
 * One pasted sample: its file is called by what it answers, `devices.list.json`, or holds `{ method, path, request,
 * status, body }`.
 */
export function evidenceInSample(text: string, file: string): DraftExchange | undefined {
  const value = jsonIn(text);
  if (value === undefined) return undefined;
  if (isObject(value) && typeof value['method'] === 'string' && typeof value['path'] === 'string') {
    const { method, path, request, status, body } = value;
    return seenExchange({
      source: file,
      method,
      path,
      request,
      ...(typeof status === 'number' && { status }),
      body,
    });
  }
  const name = file.replace(/^.*[\\/]/, '').replace(/\.json$/i, '');
  const what = [...Object.keys(ENDPOINTS), 'device.state.changed', 'device.state.get'].find((each) =>
    name.startsWith(each),
  );
  return what === undefined ? undefined : { source: file, what, named: {}, ...partsOf(value) };
}
