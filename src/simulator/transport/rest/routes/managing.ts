// Endpoints that manage devices, and the one that creates tickets.
import { andThen, type MaybePromise } from '../../../../kernel/maybe-promise.js';
import type { ServiceResult } from '../../../service/outcome.js';
import { written } from '../../envelope.js';
import { decodedInput, type Route, type RouteContext } from '../route.js';

export function managingRoutes({
  service,
  dialect,
}: RouteContext): Record<'devices.add' | 'devices.remove' | 'devices.password' | 'ticket.create', Route> {
  const { shapes } = dialect;
  return {
    'devices.add': ({ caller, body }) => {
      const addition = decodedInput(shapes.deviceAddition.decode(body));
      if (!addition.ok) return addition;
      const { serial, deviceId = serial ?? '', profileId = service.usualProfile, ...rest } = addition.value;
      return andThen(service.addDevice(caller, { ...rest, deviceId, profileId }), (outcome) =>
        written(outcome, (device) => shapes.deviceAdded.write({ device })),
      );
    },
    'devices.remove': ({ caller, parameters }) =>
      empty(service.removeDevice(caller, parameters['deviceId'] ?? '')),
    'devices.password': ({ caller, parameters, body }) => {
      const change = decodedInput(shapes.passwordChange.decode(body));
      if (!change.ok) return change;
      return empty(service.changePassword(caller, parameters['deviceId'] ?? '', change.value));
    },
    'ticket.create': ({ caller }) =>
      andThen(service.issueTicket(caller), (issued) => written(issued, shapes.ticket.write)),
  };
}

function empty(change: MaybePromise<ServiceResult<undefined>>): MaybePromise<ServiceResult<string>> {
  return andThen(change, (outcome) => written(outcome, () => '{}'));
}
