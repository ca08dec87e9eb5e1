import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Endpoint,
  ENDPOINT_NAMES,
  ENDPOINTS,
  pathOf,
  QUOTA_CLASSES,
} from '../../src/contract/endpoints.js';
import { PATH_PREFIX, WEBSOCKET_PATH } from '../../src/contract/limits.js';
import { isOperationName, OPERATION_NAMES, OPERATIONS } from '../../src/contract/operations.js';

const all = ENDPOINT_NAMES.map((name): Endpoint & { name: string } => ({ name, ...ENDPOINTS[name] }));

describe('the endpoints', () => {
  it('are the sixteen of the interface, with their permissions', () => {
    expect(all.map(({ method, path, access }) => `${method} ${path} ${access}`)).toEqual([
      'POST /svc/v1/auth/token none',
      'GET /svc/v1/devices device:read',
      'GET /svc/v1/devices/{deviceId} device:read',
      'GET /svc/v1/devices/{deviceId}/config device:read',
      'GET /svc/v1/device-profiles device:read',
      'GET /svc/v1/commands/{commandId} device:read',
      'POST /svc/v1/devices/{deviceId}/relays/commands device:control',
      'POST /svc/v1/devices/{deviceId}/relays/{index}/commands device:control',
      'POST /svc/v1/devices/{deviceId}/rs485/transceive device:control',
      'PUT /svc/v1/devices/{deviceId}/rs485/baud-rate device:config',
      'PUT /svc/v1/devices/{deviceId}/relays/{index}/jog-config device:config',
      'POST /svc/v1/devices device:manage',
      'DELETE /svc/v1/devices/{deviceId} device:manage',
      'PUT /svc/v1/devices/{deviceId}/password device:manage',
      'POST /svc/v1/ws/ticket token',
      'GET /svc/v1/ws ticket',
    ]);
  });

  it('all start with the prefix that carries the version', () => {
    expect(all.filter(({ path }) => !path.startsWith(`${PATH_PREFIX}/`))).toEqual([]);
    expect(WEBSOCKET_PATH).toBe(ENDPOINTS['websocket.open'].path);
  });

  it('have no method and path in common', () => {
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(16);
  });

  it('need the permission of the operation whose command they create', () => {
    const creating = all.filter(({ operation }) => operation !== undefined);
    expect(new Set(creating.map(({ operation }) => operation))).toEqual(new Set(OPERATION_NAMES));
    for (const { operation, access, quota } of creating) {
      expect(access).toBe(operation && OPERATIONS[operation].scope);
      expect(quota).toBe('control');
    }
  });

  it('count as a refresh where they make one, and nowhere else', () => {
    expect(all.filter(({ quota }) => quota === 'refresh').map(({ name }) => name)).toEqual(['devices.read']);
  });

  it('draw on every quota class but that of WebSocket messages', () => {
    const used = new Set(all.map(({ quota }) => quota));
    expect(QUOTA_CLASSES.filter((quota) => !used.has(quota))).toEqual(['message']);
  });
});

describe('the operations', () => {
  it('are told from other names, also from those that every object has', () => {
    expect(OPERATION_NAMES.every(isOperationName)).toBe(true);
    expect(['device.relay', 'toString', '__proto__', ''].filter(isOperationName)).toEqual([]);
  });
});

describe('the path of an endpoint', () => {
  it('is as it stands where it has no parameters', () => {
    expect(pathOf('devices.list')).toBe('/svc/v1/devices');
  });

  it('has its parameters filled in', () => {
    expect(pathOf('relays.jog-config', { deviceId: 'dev-1', index: '3' })).toBe(
      '/svc/v1/devices/dev-1/relays/3/jog-config',
    );
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['a?b#c', 'a%3Fb%23c'],
    ['50%', '50%25'],
    ['ü $&', '%C3%BC%20%24%26'],
    ['{index}', '%7Bindex%7D'],
  ])('escapes %s', (deviceId, escaped) => {
    expect(pathOf('devices.config', { deviceId })).toBe(`/svc/v1/devices/${escaped}/config`);
  });

  it('keeps any identifier within its own segment, to be read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (commandId) => {
        const segments = pathOf('commands.read', { commandId }).split('/');
        expect(segments).toHaveLength(5);
        expect(decodeURIComponent(segments[4] ?? '')).toBe(commandId);
      }),
    );
  });

  it('does not exist without all of its parameters', () => {
    expect(() => pathOf('devices.read')).toThrow('deviceId');
    expect(() => pathOf('relays.set-one', { deviceId: 'dev-1' })).toThrow('index');
  });
});
