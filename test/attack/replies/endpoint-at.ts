// The endpoint that a request is for, by its method and path.
import { type EndpointName, ENDPOINTS } from '../../../src/contract/endpoints.js';

const PATTERNS = Object.entries(ENDPOINTS).map(([name, { method, path }]) => ({
  name: name as EndpointName,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

export function endpointAt(method: string, target: string): EndpointName | undefined {
  const [path = ''] = target.split('?');
  return PATTERNS.find((each) => each.method === method && each.pattern.test(path))?.name;
}
