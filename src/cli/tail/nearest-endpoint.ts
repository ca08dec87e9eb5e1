// What was meant by a request for a path that the interface does not have.
import { ENDPOINTS } from '../../contract/endpoints.js';
import { PATH_PREFIX } from '../../contract/limits.js';
import { closest } from '../../kernel/closest.js';

const ALL = Object.values(ENDPOINTS).map(({ method, path }) => ({ method, path }));

/** `POST /svc/v1/devices/{deviceId}/relays/commands`, and its like; undefined where nothing comes near. */
export function nearestEndpoint(method: string, path: string): string | undefined {
  const [plain = ''] = path.split('?');
  const asked = plain.startsWith(PATH_PREFIX) ? plain : `${PATH_PREFIX}${plain}`;
  const parts = asked.split('/');
  // The values of parameters say nothing: they take the place of those of each endpoint.
  const filled = ALL.map((each) => ({ ...each, like: filledIn(each.path, parts) }));
  const near = closest(
    asked,
    filled.map(({ like }) => like),
  );
  const isMeant = (like: string): boolean => like === near;
  const found =
    filled.find(({ like }) => like.startsWith(`${asked}/`)) ??
    filled.find(({ like, method: of }) => isMeant(like) && of === method) ??
    filled.find(({ like }) => isMeant(like));
  return found && `${found.method} ${found.path}`;
}

function filledIn(path: string, parts: readonly string[]): string {
  const fits = (parameter: string, value: string | undefined): boolean =>
    value !== undefined && (parameter !== '{index}' || /^\d+$/.test(value));
  return path
    .split('/')
    .map((part, at) => (part.startsWith('{') && fits(part, parts[at]) ? (parts[at] ?? part) : part))
    .join('/');
}
