// Which endpoint a request is for: method and path against the table of the contract.
import findMyWay from 'find-my-way';
import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  type EndpointName,
  type HttpMethod,
} from '../../../contract/endpoints.js';
import { detached } from '../../../kernel/compact.js';
import { ofRecentTexts } from '../../../kernel/recent-texts.js';
import type { Refusal } from '../../service/outcome.js';

interface Found {
  readonly endpoint: EndpointName;
  /** Path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

/** Where a method and a request target lead, or why they lead nowhere. */
export type Routed = (Found | { readonly refusal: Refusal }) & {
  /** The target up to the first question mark. */
  readonly path: string;
  /** What follows it; empty when nothing does. */
  readonly search: string;
};

export type Router = (method: string, target: string) => Routed;

/** In characters: the longest identifier with every character percent-encoded. */
const LONGEST_PARAMETER = 3 * 256;

const NOT_DECODABLE = 'The path is not percent-encoded correctly.';

let built: Router | undefined;

/** Built once: it depends on the contract only, and building it takes longer than creating a simulator. */
export function contractRouter(): Router {
  return (built ??= buildRouter());
}

function buildRouter(): Router {
  const unused = (): void => undefined;
  const router = findMyWay({ maxParamLength: LONGEST_PARAMETER, onBadUrl: unused });
  for (const name of ENDPOINT_NAMES) {
    const { method, path } = ENDPOINTS[name];
    router.on(method, path.replace(/\{(\w+)\}/g, ':$1'), unused, name);
  }
  const known = new Set<string>(ENDPOINT_NAMES.map((name) => ENDPOINTS[name].method));
  const isMethod = (method: string): method is HttpMethod => known.has(method);
  const methodsAt = (path: string): string[] =>
    [...known].filter((method) => router.find(method as HttpMethod, path)?.store);

  const routed = (method: string, target: string): Routed => {
    const [path, search] = splitTarget(target);
    const found = isMethod(method) ? router.find(method, path) : null;
    if (!found) return { refusal: nothingThere(method, methodsAt(path)), path, search };
    const endpoint = found.store as EndpointName | null;
    // Only a path that cannot be decoded is found without an endpoint.
    if (endpoint === null) {
      const refusal = { code: 'INVALID_REQUEST', message: NOT_DECODABLE } as const;
      return { refusal, path, search };
    }
    return { endpoint, parameters: keepable(found.params, target), path, search };
  };
  // The same few targets come again and again, mostly with GET.
  const toGet = ofRecentTexts((target) => routed('GET', target));
  return (method, target) => (method === 'GET' ? toGet(target) : routed(method, target));
}

/** The interface has no 405; for a path that exists with other methods the message names them. */
function nothingThere(method: string, others: readonly string[]): Refusal {
  const message =
    others.length === 0
      ? 'There is no such endpoint.'
      : `This path takes ${others.join(' and ')}, not ${method}.`;
  return { code: 'NOT_FOUND', message };
}

/** A request target as its path and what follows the first question mark. */
export function splitTarget(target: string): [path: string, search: string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

/** A journal and a ledger may keep the parameters: not with all of a long target. */
function keepable(parameters: Found['parameters'], target: string): Found['parameters'] {
  if (target.length <= LONGEST_PARAMETER) return parameters;
  const entries = Object.entries(parameters).map(([name, text = '']) => [name, detached(text, text.length)]);
  return Object.fromEntries(entries) as Found['parameters'];
}
