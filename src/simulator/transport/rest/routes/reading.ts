// Endpoints that read: devices, configuration, profiles, commands.
import type { Outcome } from '../../../service/outcome.js';
import type { Page } from '../../../service/service.js';
import { encoded, invalid, type Route, type RouteContext } from '../route.js';

export function readingRoutes({
  service,
  dialect,
}: RouteContext): Record<
  'devices.list' | 'devices.read' | 'devices.config' | 'profiles.list' | 'commands.read',
  Route
> {
  const { shapes, paging } = dialect;
  return {
    'devices.list': ({ caller, search }) => {
      const page = pageOf(search, paging);
      if (!page.ok) return page;
      return encoded(service.listDevices(caller, page.value), shapes.deviceList.encode);
    },
    'devices.read': async ({ caller, parameters }) =>
      encoded(await service.refresh(caller, parameters['deviceId'] ?? ''), shapes.deviceDetail.encode),
    'devices.config': ({ caller, parameters }) =>
      encoded(service.readConfig(caller, parameters['deviceId'] ?? ''), shapes.deviceConfig.encode),
    'profiles.list': ({ caller }) => encoded(service.listProfiles(caller), shapes.profileList.encode),
    'commands.read': ({ caller, parameters }) =>
      encoded(service.readCommand(caller, parameters['commandId'] ?? ''), (command) => ({
        command: dialect.command.encode(command),
      })),
  };
}

const WHOLE: Outcome<Page> = { ok: true, value: {} };

function pageOf(search: string, names: { limit: string; cursor: string }): Outcome<Page> {
  if (search === '') return WHOLE;
  const query = new URLSearchParams(search);
  const limit = query.get(names.limit);
  const cursor = query.get(names.cursor);
  if (limit !== null && !/^[1-9]\d{0,5}$/.test(limit))
    return invalid(`${names.limit} is a whole number from 1.`);
  return {
    ok: true,
    value: { ...(limit === null ? {} : { limit: Number(limit) }), ...(cursor === null ? {} : { cursor }) },
  };
}
