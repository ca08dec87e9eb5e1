// Which endpoint a request is for, before the handler has looked at it.
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '../../../contract/endpoints.js';

export interface MatchedRoute {
  readonly route: EndpointName;
  /** Decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

const ROUTES = ENDPOINT_NAMES.map((route) => {
  const { method, path } = ENDPOINTS[route];
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`);
  return { route, method, pattern };
});

export function matchRoute(method: string, path: string): MatchedRoute | undefined {
  for (const { route, method: expected, pattern } of ROUTES) {
    const match = method === expected ? pattern.exec(path) : null;
    if (match) return { route, parameters: decoded(match.groups ?? {}) };
  }
  return undefined;
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decode(text)]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
