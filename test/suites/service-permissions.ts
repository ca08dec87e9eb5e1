// Who may call which endpoint over REST, and what comes first when several things are wrong.
import { expect, it } from 'vitest';
import { type EndpointName, ENDPOINT_NAMES, ENDPOINTS } from '../../src/contract/endpoints.js';
import { SCOPES } from '../../src/contract/scopes.js';
import { refused } from './service-rest.js';
import type { Rig } from './service-rig.js';

/** A client of the demo fleet that holds no other scope than this. */
const HOLDER = {
  'device:read': 'reader',
  'device:control': 'controller',
  'device:config': 'configurator',
  'device:manage': 'manager',
} as const;

const PARAMETERS = { deviceId: 'no-such', commandId: 'no-such', index: '1' };
const PROTECTED = ENDPOINT_NAMES.filter((name) => !['none', 'ticket'].includes(ENDPOINTS[name].access));

export interface PermissionRig extends Rig {
  /** Makes all access tokens worthless. */
  expireTokens(): void;
  disable(client: string): void;
}

export function permissionSuite(open: () => PermissionRig): void {
  it.each(PROTECTED)('%s needs an access token that is known and lives', async (endpoint) => {
    const rig = open();
    const token = await rig.tokenOf('operator');
    const asked = { parameters: PARAMETERS, body: 'no object', key: 'k' };
    const unauthorised = { status: 401, code: 'AUTH_INVALID' };
    expect(await rig.call(endpoint, asked)).toMatchObject(unauthorised);
    for (const authorization of [
      'Bearer',
      'Bearer made-up',
      `Basic ${token}`,
      `Bearer ${token} more`,
      token,
    ]) {
      expect(await rig.call(endpoint, { ...asked, headers: { authorization } })).toMatchObject(unauthorised);
    }
    rig.expireTokens();
    expect(await rig.call(endpoint, { ...asked, as: 'operator' })).toMatchObject(unauthorised);
  });

  it.each(PROTECTED)('%s is refused to a client that has been disabled', async (endpoint) => {
    const rig = open();
    await rig.tokenOf('operator');
    rig.disable('operator');
    expect(await rig.call(endpoint, { as: 'operator', parameters: PARAMETERS })).toEqual(
      refused(rig, 'APP_DISABLED'),
    );
  });

  it.each(PROTECTED)(
    '%s is open to those whose scope includes it, and names the scope to others',
    async (endpoint) => {
      const rig = open();
      const needed = ENDPOINTS[endpoint].access;
      for (const scope of SCOPES) {
        // The body is malformed, so that nothing happens: the permission is asked for first.
        const answer = await rig.call(endpoint, { as: HOLDER[scope], parameters: PARAMETERS, body: 7 });
        const allowed = needed === 'token' || needed === 'device:read' || needed === scope;
        const denied = { status: 403, code: 'AUTH_SCOPE_DENIED', data: { requiredScope: needed } };
        expect(answer.code === 'AUTH_SCOPE_DENIED').toBe(!allowed);
        expect(answer).toMatchObject(allowed ? {} : denied);
      }
    },
  );

  it('keeps a client within its devices: elsewhere there is nothing to read, operate or remove', async () => {
    const rig = open();
    const endpoints: EndpointName[] = ['devices.read', 'devices.config'];
    for (const endpoint of endpoints) {
      expect(await rig.call(endpoint, { as: 'guest', parameters: { deviceId: 'bench-01' } })).toEqual(
        refused(rig, 'DEVICE_NOT_FOUND'),
      );
    }
  });

  it('tells what is wrong in the order of permission, form and device', async () => {
    const rig = open();
    const parameters = { deviceId: 'no-such' };
    expect(await rig.call('relays.set', { as: 'reader', parameters, body: 7 })).toMatchObject({
      status: 403,
    });
    expect(await rig.call('relays.set', { as: 'operator', parameters, body: 7 })).toEqual(
      refused(rig, 'INVALID_REQUEST'),
    );
    const body = rig.dialect
      .operationParams('device.relay.set')
      .encode({ relays: [{ index: 60, action: 'on' }] });
    expect(await rig.call('relays.set', { as: 'operator', parameters, body })).toEqual(
      refused(rig, 'DEVICE_NOT_FOUND'),
    );
  });
}
