// Endpoints that create a command: relays, RS485 and the two configuration operations.
import type { Operation } from '../../../../contract/schemas/command.js';
import type { ServiceResult } from '../../../service/outcome.js';
import { commandData } from '../../envelope.js';
import { decoded, invalid, type Route, type RouteContext, type RouteInput, written } from '../route.js';

type OperatingEndpoint =
  'relays.set' | 'relays.set-one' | 'rs485.transceive' | 'rs485.baud-rate' | 'relays.jog-config';

export function operatingRoutes({ service, dialect }: RouteContext): Record<OperatingEndpoint, Route> {
  const { shapes } = dialect;

  const operating =
    (read: (input: RouteInput) => ServiceResult<Operation>): Route =>
    async (input) => {
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
      return written(await service.operate(input.caller, request), (command) =>
        commandData(dialect, command),
      );
    };

  /** The relay that the path names, beside a decoded body. */
  const withIndex = <T>(
    input: RouteInput,
    body: ServiceResult<T>,
    build: (index: number, body: T) => Operation,
  ): ServiceResult<Operation> => {
    const index = dialect.decodeIndex(input.parameters['index'] ?? '');
    if (index === undefined) return invalid('The relay index of the path is no index.');
    return body.ok ? { ok: true, value: build(index, body.value) } : body;
  };

  return {
    'relays.set': operating(({ body }) =>
      named('device.relay.set', decoded(dialect.operationParams('device.relay.set').decode(body))),
    ),
    'relays.set-one': operating((input) =>
      withIndex(input, decoded(shapes.singleRelayBody.decode(input.body)), (index, { action }) => ({
        name: 'device.relay.set',
        params: { relays: [{ index, action }] },
      })),
    ),
    'rs485.transceive': operating(({ body }) =>
      named(
        'device.rs485.transceive',
        decoded(dialect.operationParams('device.rs485.transceive').decode(body)),
      ),
    ),
    'rs485.baud-rate': operating(({ body }) =>
      named(
        'device.rs485.baudRate.set',
        decoded(dialect.operationParams('device.rs485.baudRate.set').decode(body)),
      ),
    ),
    'relays.jog-config': operating((input) =>
      withIndex(input, decoded(shapes.jogBody.decode(input.body)), (index, { duration }) => ({
        name: 'device.relay.jogConfig.set',
        params: { index, duration },
      })),
    ),
  };
}

const LONGEST_KEY = 256;

function isKey(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_KEY;
}

function named<N extends Operation['name']>(
  name: N,
  params: ServiceResult<Extract<Operation, { name: N }>['params']>,
): ServiceResult<Operation> {
  return params.ok ? { ok: true, value: { name, params: params.value } as Operation } : params;
}
