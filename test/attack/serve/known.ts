// What an attacker knows of the service: its dialect, some access tokens, and requests that would be taken.
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.js';
import type { Operation } from '../../../src/contract/schemas/command.js';
import { REQUEST_TOPICS } from '../../../src/contract/topics.js';
import type { Dialect } from '../../../src/dialect/dialect.js';
import type { RandomStream } from '../../../src/kernel/random.js';
import { pick } from './hostile-json.js';

export const CLIENTS = ['operator', 'reader', 'controller', 'configurator'] as const;

export interface Known {
  readonly dialect: Dialect;
  /** One for each of the clients. */
  readonly tokens: readonly string[];
  readonly control: { readonly port: number; readonly token: string };
}

const DEVICES = ['bench-01', 'bench-02', 'bench-03', 'mini-01', 'mini-02', 'none-such'];

const OPERATIONS: readonly Operation[] = [
  { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
  { name: 'device.rs485.transceive', params: { data: 'ee01', timeout: 100 } },
  { name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } },
  { name: 'device.relay.jogConfig.set', params: { index: 1, duration: 500 } },
];

export interface GoodRequest {
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
}

export function goodRequest(random: RandomStream, dialect: Dialect): GoodRequest {
  const endpoint = pick(random, ENDPOINT_NAMES);
  const { method, path } = ENDPOINTS[endpoint];
  const target = path
    .replace('{deviceId}', pick(random, DEVICES))
    .replace('{index}', dialect.encodeIndex(1))
    .replace('{commandId}', 'cmd-none');
  const body = goodBody(dialect, endpoint, random);
  return { method, target, body: body === undefined ? undefined : JSON.stringify(body) };
}

function goodBody(
  { shapes, operationParams }: Dialect,
  endpoint: EndpointName,
  random: RandomStream,
): unknown {
  switch (endpoint) {
    case 'token.create':
      // Not the right secret: tokens are few.
      return { clientId: pick(random, CLIENTS), clientSecret: 'a-guess' };
    case 'relays.set':
      return operationParams('device.relay.set').encode({ relays: [{ index: 1, action: 'on' }] });
    case 'relays.set-one':
      return shapes.singleRelayBody.encode({ action: 'off' });
    case 'rs485.transceive':
      return operationParams('device.rs485.transceive').encode({ data: 'ee01', timeout: 100 });
    case 'rs485.baud-rate':
      return operationParams('device.rs485.baudRate.set').encode({ baudRate: 9600 });
    case 'relays.jog-config':
      return shapes.jogBody.encode({ duration: 500 });
    case 'devices.add':
      return shapes.deviceAddition.encode({
        deviceId: `added-${random.integer(1, 50)}`,
        profileId: 'mini-3',
        password: 'p',
      });
    case 'devices.password':
      return shapes.passwordChange.encode({ currentPassword: 'p', newPassword: 'q' });
    default:
      return undefined;
  }
}

export function goodFrame(random: RandomStream, dialect: Dialect): string {
  const topic = pick(random, REQUEST_TOPICS);
  const operation = pick(random, OPERATIONS);
  const deviceId = pick(random, DEVICES);
  const data =
    topic === 'session.ping'
      ? {}
      : topic === 'device.state.get'
        ? dialect.shapes.stateRequest.encode({ deviceId })
        : dialect.executeRequest.encode({ deviceId, operation });
  return JSON.stringify(dialect.shapes.wsRequest.encode({ topic, requestId: `r-${random.token(6)}`, data }));
}
