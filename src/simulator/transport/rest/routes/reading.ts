// Endpoints that read: devices, configuration, profiles, commands.
import type { Device as DeviceRecord, DeviceList } from '../../../../contract/schemas/device.js';
import type { ShapeCodec } from '../../../../dialect/codec.js';
import { andThen } from '../../../../kernel/maybe-promise.js';
import type { ServiceResult } from '../../../service/outcome.js';
import type { ListedDevices, Page } from '../../../service/service.js';
import { commandData, written } from '../../envelope.js';
import { createLongBody } from '../long-body.js';
import type { Body } from '../message.js';
import { invalid, type Route, type RouteContext } from '../route.js';

export function readingRoutes({
  service,
  dialect,
}: RouteContext): Record<
  'devices.list' | 'devices.read' | 'devices.config' | 'profiles.list' | 'commands.read',
  Route
> {
  const { shapes, paging, without } = dialect;
  return {
    'devices.list': ({ caller, search }) => {
      const page = without.has('paging') ? WHOLE : pageOf(search, paging);
      if (!page.ok) return page;
      return andThen(service.listDevices(caller, page.value), (listed) =>
        listed.ok ? { ok: true, value: listBody(shapes.deviceList, listed.value) } : listed,
      );
    },
    'devices.read': ({ caller, parameters }) =>
      andThen(service.refresh(caller, parameters['deviceId'] ?? ''), (state) =>
        written(state, shapes.deviceDetail.write),
      ),
    'devices.config': ({ caller, parameters }) =>
      andThen(service.readConfig(caller, parameters['deviceId'] ?? ''), (config) =>
        written(config, shapes.deviceConfig.write),
      ),
    'profiles.list': ({ caller }) =>
      andThen(service.listProfiles(caller), (listed) => written(listed, shapes.profileList.write)),
    'commands.read': ({ caller, parameters }) =>
      andThen(service.readCommand(caller, parameters['commandId'] ?? ''), (read) =>
        written(read, (command) => commandData(dialect, command)),
      ),
  };
}

/** A long list is walked while it is sent. */
function listBody(codec: ShapeCodec<DeviceList>, { rest, ...list }: ListedDevices): Body {
  if (!rest) return codec.write(list);
  const { devices } = list;
  const all = function* all(): Generator<DeviceRecord> {
    yield* devices;
    yield* rest();
  };
  return createLongBody(() =>
    codec.parts({ ...list, devices: all() }, () => ({ ...list, devices: [...all()] })),
  );
}

const WHOLE: ServiceResult<Page> = { ok: true, value: {} };

function pageOf(search: string, names: { limit: string; cursor: string }): ServiceResult<Page> {
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
