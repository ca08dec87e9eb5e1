// What holds between the API clients of the profile, and what the target grants and refuses them.
import { ENDPOINTS, type EndpointName } from '../contract/endpoints.js';
import { operationFacts } from '../contract/operations.js';
import { grants, type Scope, SCOPES } from '../contract/scopes.js';
import { isObject } from '../kernel/json.js';
import { deviceCalled, judged, relation, type Relation } from './relation.js';
import type { SightedExchange } from './sights.js';

export const CLIENT_RELATIONS: readonly Relation[] = [
  relation('scopes-granted', function* ({ exchanges, profile, acts }) {
    for (const exchange of exchanges) {
      const { client, id, code, ok, raw, what } = exchange;
      const own = profile.clients[client];
      if (!own) continue;
      if (what === 'token.create' && ok && isObject(raw) && Array.isArray(raw['scopes'])) {
        const given = SCOPES.filter((scope) => (raw['scopes'] as unknown[]).includes(scope));
        const same =
          given.every((each) => grants(own.scopes, each)) && own.scopes.every((each) => grants(given, each));
        yield judged(
          same,
          id,
          `API client ${client} holds ${given.join(', ')}, and the profile gives it ${own.scopes.join(', ')}`,
        );
      }
      const needed = scopeOf(exchange);
      if (needed === undefined || acts.some(({ name }) => name === 'expire-tokens')) continue;
      const may = grants(own.scopes, needed);
      if (code === 'AUTH_SCOPE_DENIED')
        yield judged(
          !may,
          id,
          `API client ${client} has ${needed} by the profile, and is refused for want of it`,
        );
      else if (ok)
        yield judged(may, id, `API client ${client} has no ${needed} by the profile, and was not refused`);
    }
  }),

  relation('devices-accessible', function* ({ exchanges, profile }) {
    for (const { client, deviceId, what, ok, status, id, code } of exchanges) {
      const own = profile.clients[client];
      const device = deviceCalled(profile, deviceId);
      if (!own || !device || (what !== 'devices.read' && what !== 'devices.config')) continue;
      const may = own.devices?.includes(device[0]) ?? true;
      if (ok)
        yield judged(
          may,
          id,
          `API client ${client} may not access ${device[0]} by the profile, and has read it`,
        );
      else if (status === 404 || (status === 403 && code !== 'AUTH_SCOPE_DENIED'))
        yield judged(
          !may,
          id,
          `API client ${client} may access ${device[0]} by the profile, and is refused: ${code ?? ''}`,
        );
    }
  }),

  relation('client-disabled', function* ({ exchanges, acts, profile }) {
    for (const { client, code, id, to } of exchanges)
      if (code === 'APP_DISABLED' && client in profile.clients)
        yield judged(
          acts.some((act) => act.name === 'disable-client' && act.client === client && act.at <= to),
          id,
          `API client ${client} is refused as disabled, and nothing has disabled it`,
        );
    for (const act of acts) {
      if (act.name !== 'disable-client' && act.name !== 'expire-tokens') continue;
      const { client = '' } = act;
      if (!(client in profile.clients)) continue;
      const next = acts.find((each) => each.at > act.at && each.client === client);
      const after = exchanges.filter(
        (each) => each.client === client && each.from > act.at + 1000 && each.to < (next?.at ?? Infinity),
      );
      const renewed = after.findIndex(({ what }) => what === 'token.create');
      const own = act.name === 'expire-tokens' && renewed >= 0 ? after.slice(0, renewed) : after;
      for (const { ok, id, what } of own.filter(({ channel }) => channel === 'rest'))
        yield judged(!ok, id, `${act.name} for ${client}, and ${what} succeeds`);
    }
  }),
];

function scopeOf({ what, operation, readable }: SightedExchange): Scope | undefined {
  if (operation) return operationFacts(operation.name).scope;
  if (!readable || !Object.hasOwn(ENDPOINTS, what)) return undefined;
  const { access } = ENDPOINTS[what as EndpointName];
  return SCOPES.find((scope) => scope === access);
}
