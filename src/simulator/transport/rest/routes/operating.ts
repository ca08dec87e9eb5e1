// Endpoints that create a command of an operation.
import { OPERATING_ENDPOINTS, type OperatingEndpoint } from '../../../../contract/endpoints.js';
import type { Operation } from '../../../../contract/operations.js';
import { andThen } from '../../../../kernel/maybe-promise.js';
import { decodeOperationRequest } from '../../../../dialect/operation-requests.js';
import type { ServiceResult } from '../../../service/outcome.js';
import { commandData, written } from '../../envelope.js';
import { decodedInput, invalid, type Route, type RouteContext, type RouteInput } from '../route.js';

export function operatingRoutes({ service, dialect }: RouteContext): Record<OperatingEndpoint, Route> {
  const operating =
    (read: (input: RouteInput) => ServiceResult<Operation>): Route =>
    (input) => {
      if (input.idempotencyKey !== undefined && !isKey(input.idempotencyKey)) {
        return invalid(`An Idempotency-Key has 1 to ${LONGEST_KEY} characters.`);
      }
      const operation = read(input);
      if (!operation.ok) return operation;
      const request = {
        deviceId: input.parameters['deviceId'] ?? '',
        operation: operation.value,
        idempotencyKey: input.idempotencyKey,
      };
      return andThen(service.operate(input.caller, request), (outcome) =>
        written(outcome, (command) => commandData(dialect, command)),
      );
    };

  const routes = OPERATING_ENDPOINTS.map((endpoint) => [
    endpoint,
    operating(({ body, parameters }) => {
      const request = { body, index: parameters['index'] ?? '' };
      const operation = decodeOperationRequest(dialect, endpoint, request);
      if (operation === 'no index') return invalid('The relay index of the path is no index.');
      return decodedInput(operation);
    }),
  ]);
  return Object.fromEntries(routes) as Record<OperatingEndpoint, Route>;
}

const LONGEST_KEY = 256;

function isKey(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_KEY;
}
