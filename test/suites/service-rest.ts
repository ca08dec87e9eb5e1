// What every endpoint does over REST, in whatever dialect.
import { expect, it } from 'vitest';
import type { EndpointName } from '../../src/contract/endpoints.js';
import type { ErrorCode } from '../../src/contract/error-codes.js';
import type { CommandValue } from '../../src/dialect/dialect.js';
import { demoDevices } from '../simulator/fleet/demo-devices.js';
import type { Answer, Rig } from './service-rig.js';

const operator = { as: 'operator' };
const bench = { ...operator, parameters: { deviceId: 'bench-01' } };

export function refused(rig: Rig, code: ErrorCode): unknown {
  return expect.objectContaining(rig.dialect.error(code)) as unknown;
}

export function commandOf(rig: Rig, answer: Answer): CommandValue {
  expect(answer.code).toBe('SUCCESS');
  const decoded = rig.dialect.command.decode(answer.data['command']);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.mismatches));
  return decoded.value;
}

export function relaysBody(rig: Rig, index: number, action: 'on' | 'off' | 'jog'): unknown {
  return rig.dialect.operationParams('device.relay.set').encode({ relays: [{ index, action }] });
}

function detailOf(rig: Rig, answer: Answer) {
  const decoded = rig.dialect.shapes.deviceDetail.decode(answer.data);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.mismatches));
  return decoded.value;
}

function configOf(rig: Rig, answer: Answer) {
  const decoded = rig.dialect.shapes.deviceConfig.decode(answer.data);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.mismatches));
  return decoded.value;
}

export function endpointSuite(open: () => Rig): void {
  it('token.create gives an access token for good credentials, and 401 for bad ones', async () => {
    const rig = open();
    const good = { clientId: 'reader', clientSecret: 'demo-reader-secret' };
    const token = await rig.call('token.create', { body: good });
    expect(token).toMatchObject({
      status: 200,
      data: { tokenType: 'Bearer', clientId: 'reader', scopes: ['device:read'] },
    });
    expect(token.data['expiresIn']).toBeTypeOf('number');
    for (const body of [
      { ...good, clientSecret: 'x' },
      { ...good, clientId: 'nobody' },
    ]) {
      expect(await rig.call('token.create', { body })).toMatchObject({ status: 401, code: 'AUTH_INVALID' });
    }
    const retired = { clientId: 'retired', clientSecret: 'demo-retired-secret' };
    expect(await rig.call('token.create', { body: retired })).toEqual(refused(rig, 'APP_DISABLED'));
    expect(await rig.call('token.create', { body: { clientId: 7 } })).toEqual(
      refused(rig, 'INVALID_REQUEST'),
    );
  });

  it('devices.list lists what the client may access, whole or in pages', async () => {
    const rig = open();
    const { shapes, paging } = rig.dialect;
    const ids = async (as: string, query?: Record<string, string>) => {
      const list = shapes.deviceList.decode(
        (await rig.call('devices.list', { as, ...(query && { query }) })).data,
      );
      if (!list.ok) throw new Error(JSON.stringify(list.mismatches));
      return { ids: list.value.devices.map(({ deviceId }) => deviceId), next: list.value.nextCursor };
    };
    const all = await ids('operator');
    expect(all.ids).toEqual(demoDevices());
    expect(await ids('guest')).toEqual({ ids: ['mini-02'], next: undefined });
    const paged: string[] = [];
    let next: string | undefined;
    do {
      const page = await ids('operator', { [paging.limit]: '5', ...(next && { [paging.cursor]: next }) });
      paged.push(...page.ids);
      next = page.next;
    } while (next !== undefined);
    expect(paged).toEqual(all.ids);
    const oddities = [{ [paging.limit]: '0' }, { [paging.limit]: '-1' }, { [paging.limit]: 'ten' }];
    for (const query of oddities) {
      expect(await rig.call('devices.list', { ...operator, query })).toEqual(refused(rig, 'INVALID_REQUEST'));
    }
    const lost = { [paging.cursor]: 'no-such-device' };
    expect(await rig.call('devices.list', { ...operator, query: lost })).toEqual(
      refused(rig, 'INVALID_PARAMETER'),
    );
  });

  it('devices.read refreshes a device, once in three seconds', async () => {
    const rig = open();
    const first = await rig.call('devices.read', bench);
    expect(detailOf(rig, first)).toMatchObject({
      device: { deviceId: 'bench-01', online: true },
      peripherals: { relays: { length: 4 }, digitalInputs: { length: 4 }, analogInputs: { length: 2 } },
    });
    expect(await rig.call('devices.read', bench)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    const other = { ...operator, parameters: { deviceId: 'bench-02' } };
    expect(await rig.call('devices.read', other)).toMatchObject({ status: 200 });
  });

  it('devices.config, rs485.baud-rate and relays.jog-config: what is set is read back, and nothing else changes', async () => {
    const rig = open();
    const before = configOf(rig, await rig.call('devices.config', bench));
    const baud = rig.dialect.operationParams('device.rs485.baudRate.set').encode({ baudRate: 19_200 });
    expect(
      commandOf(rig, await rig.call('rs485.baud-rate', { ...bench, body: baud, key: 'b' })),
    ).toMatchObject({
      operation: { name: 'device.rs485.baudRate.set', params: { baudRate: 19_200 } },
      status: 'succeeded',
    });
    const jog = {
      ...operator,
      parameters: { deviceId: 'bench-01', index: rig.dialect.encodeIndex(2) },
      body: rig.dialect.shapes.jogBody.encode({ duration: 750 }),
    };
    expect(commandOf(rig, await rig.call('relays.jog-config', { ...jog, key: 'j' }))).toMatchObject({
      operation: { name: 'device.relay.jogConfig.set', params: { index: 2, duration: 750 } },
    });
    expect(configOf(rig, await rig.call('devices.config', bench))).toEqual({
      baudRate: 19_200,
      relays: before.relays.map((each) => (each.index === 2 ? { index: 2, jogDuration: 750 } : each)),
    });
    const tooSlow = rig.dialect.operationParams('device.rs485.baudRate.set').encode({ baudRate: 10 });
    expect(await rig.call('rs485.baud-rate', { ...bench, body: tooSlow })).toEqual(
      refused(rig, 'INVALID_PARAMETER'),
    );
  });

  it('profiles.list lists the device types', async () => {
    const rig = open();
    const list = rig.dialect.shapes.profileList.decode((await rig.call('profiles.list', operator)).data);
    expect(list).toMatchObject({
      value: { profiles: [{ profileId: 'io-8', relays: 4 }, { profileId: 'mini-3' }] },
    });
  });

  it('relays.set, relays.set-one and commands.read: a command takes effect and can be read back', async () => {
    const rig = open();
    const set = commandOf(
      rig,
      await rig.call('relays.set', { ...bench, body: relaysBody(rig, 2, 'on'), key: 'k' }),
    );
    expect(set).toMatchObject({
      status: 'succeeded',
      operation: { params: { relays: [{ index: 2, action: 'on' }] } },
    });
    const one = await rig.call('relays.set-one', {
      ...operator,
      parameters: { deviceId: 'bench-01', index: rig.dialect.encodeIndex(3) },
      body: rig.dialect.shapes.singleRelayBody.encode({ action: 'on' }),
    });
    expect(commandOf(rig, one)).toMatchObject({
      operation: { params: { relays: [{ index: 3, action: 'on' }] } },
    });
    const read = { ...operator, parameters: { commandId: set.commandId } };
    expect(commandOf(rig, await rig.call('commands.read', read))).toEqual(set);
    const { relays } = detailOf(rig, await rig.call('devices.read', bench)).peripherals;
    expect(relays.filter(({ on }) => on).map(({ index }) => index)).toEqual([2, 3]);
    const bad = relaysBody(rig, 9, 'on');
    expect(await rig.call('relays.set', { ...bench, body: bad })).toEqual(refused(rig, 'INVALID_PARAMETER'));
    const oddIndex = { deviceId: 'bench-01', index: 'first' };
    const body = rig.dialect.shapes.singleRelayBody.encode({ action: 'on' });
    expect(await rig.call('relays.set-one', { ...operator, parameters: oddIndex, body })).toEqual(
      refused(rig, 'INVALID_REQUEST'),
    );
  });

  it('rs485.transceive gives the answer of the peripheral, or ends in TIMEOUT', async () => {
    const rig = open();
    const params = rig.dialect.operationParams('device.rs485.transceive');
    const echoed = await rig.call('rs485.transceive', { ...bench, body: params.encode({ data: 'ee0102' }) });
    expect(commandOf(rig, echoed)).toMatchObject({ status: 'succeeded', result: { data: 'ee0102' } });
    const silent = await rig.call('rs485.transceive', {
      ...bench,
      body: params.encode({ data: '01', timeout: 200 }),
    });
    expect(silent.status).toBe(200);
    expect(commandOf(rig, silent)).toMatchObject({ status: 'timeout' });
  });

  it('devices.add, devices.password and devices.remove: a device comes, gets a password and goes', async () => {
    const rig = open();
    const { shapes } = rig.dialect;
    const addition = { deviceId: 'lab-1', name: 'Lab', profileId: 'mini-3', password: 'first' };
    const added = await rig.call('devices.add', {
      ...operator,
      body: shapes.deviceAddition.encode(addition),
    });
    expect(shapes.deviceAdded.decode(added.data)).toMatchObject({
      value: { device: { deviceId: 'lab-1', name: 'Lab' } },
    });
    expect(
      await rig.call('devices.add', { ...operator, body: shapes.deviceAddition.encode(addition) }),
    ).toEqual(refused(rig, 'DEVICE_EXISTS'));
    const lab = { ...operator, parameters: { deviceId: 'lab-1' } };
    const change = shapes.passwordChange.encode({ currentPassword: 'first', newPassword: 'second' });
    expect(await rig.call('devices.password', { ...lab, body: change })).toMatchObject({
      status: 200,
      data: {},
    });
    expect(await rig.call('devices.password', { ...lab, body: change })).toEqual(
      refused(rig, 'PASSWORD_INVALID'),
    );
    expect(await rig.call('devices.remove', lab)).toMatchObject({ status: 200 });
    expect(await rig.call('devices.remove', lab)).toEqual(refused(rig, 'DEVICE_NOT_FOUND'));
    const unknown = { ...addition, deviceId: 'lab-2', profileId: 'no-such' };
    expect(
      await rig.call('devices.add', { ...operator, body: shapes.deviceAddition.encode(unknown) }),
    ).toEqual(refused(rig, 'INVALID_PARAMETER'));
  });

  it('ticket.create gives a ticket, and websocket.open wants an upgrade', async () => {
    const rig = open();
    const created = await rig.call('ticket.create', { as: 'reader' });
    expect(rig.dialect.shapes.ticket.decode(created.data)).toMatchObject({
      ok: true,
      value: { expiresIn: 60 },
    });
    expect(await rig.call('websocket.open')).toEqual(refused(rig, 'INVALID_REQUEST'));
  });

  it.each<[EndpointName, Record<string, string>, ErrorCode]>([
    ['devices.read', { deviceId: 'no-such' }, 'DEVICE_NOT_FOUND'],
    ['devices.config', { deviceId: 'no-such' }, 'DEVICE_NOT_FOUND'],
    ['commands.read', { commandId: 'no-such' }, 'COMMAND_NOT_FOUND'],
    ['devices.remove', { deviceId: 'no-such' }, 'DEVICE_NOT_FOUND'],
  ])('%s of something unknown is a 404', async (endpoint, parameters, code) => {
    const rig = open();
    const answer = await rig.call(endpoint, { ...operator, parameters });
    expect(answer).toEqual(refused(rig, code));
    expect(answer.status).toBe(404);
  });
}
