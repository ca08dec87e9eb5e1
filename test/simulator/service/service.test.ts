import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/schemas/command.js';
import type { ServiceEvent } from '../../../src/simulator/service/ports.js';
import { DEVICE_TIME, smallService } from './small-service.js';

const on: Operation = { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } };
const off: Operation = { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'off' }] } };

function refusal(code: string): unknown {
  return { ok: false, refusal: expect.objectContaining({ code }) as unknown };
}

describe('a refresh', () => {
  it('is refused within three seconds of the one before, and the refusal moves nothing', async () => {
    const { clock, service, reader, operator } = smallService();
    expect(await clock.runUntil(service.refresh(reader, 'plant'))).toMatchObject({ ok: true });
    expect(await service.refresh(operator, 'plant')).toMatchObject({
      refusal: { code: 'RATE_LIMITED', retryAfterSeconds: 3 },
    });
    await clock.advance(3000 - DEVICE_TIME - 1);
    expect(await service.refresh(operator, 'plant')).toMatchObject({ refusal: { retryAfterSeconds: 1 } });
    await clock.advance(1);
    expect(await clock.runUntil(service.refresh(operator, 'plant'))).toMatchObject({ ok: true });
  });

  it('during another refresh is busy, not too early: what overlaps is answered with DEVICE_BUSY', async () => {
    const { clock, service, reader } = smallService();
    const first = service.refresh(reader, 'plant');
    expect(await service.refresh(reader, 'plant')).toEqual(refusal('DEVICE_BUSY'));
    await clock.runUntil(first);
  });

  it('refused as busy spends no budget', async () => {
    const { clock, service, operator } = smallService();
    const running = service.operate(operator, { deviceId: 'plant', operation: on, idempotencyKey: 'k' });
    expect(await service.refresh(operator, 'plant')).toEqual(refusal('DEVICE_BUSY'));
    await clock.runUntil(running);
    expect(await clock.runUntil(service.refresh(operator, 'plant'))).toMatchObject({ ok: true });
  });

  it('of a device that is offline is refused and spends nothing', async () => {
    const { clock, service, plant, reader } = smallService();
    plant.online = false;
    expect(await service.refresh(reader, 'plant')).toEqual(refusal('DEVICE_OFFLINE'));
    plant.online = true;
    expect(await clock.runUntil(service.refresh(reader, 'plant'))).toMatchObject({ ok: true });
  });
});

describe('an operation', () => {
  it('takes the device for itself and leaves other devices free', async () => {
    const { clock, service, operator } = smallService();
    const first = service.operate(operator, { deviceId: 'plant', operation: on, idempotencyKey: 'k1' });
    const second = service.operate(operator, { deviceId: 'plant', operation: off, idempotencyKey: 'k2' });
    const elsewhere = service.operate(operator, { deviceId: 'pump', operation: on, idempotencyKey: 'k3' });
    expect(await second).toEqual(refusal('DEVICE_BUSY'));
    expect(await clock.runUntil(first)).toMatchObject({ value: { status: 'succeeded' } });
    expect(await clock.runUntil(elsewhere)).toMatchObject({ value: { status: 'succeeded' } });
  });

  it('repeated under its key is the same command, in flight and afterwards, and is carried out once', async () => {
    const { clock, service, plant, operator } = smallService();
    const request = { deviceId: 'plant', operation: on, idempotencyKey: 'k1' };
    const [first, inFlight] = await clock.runUntil(
      Promise.all([service.operate(operator, request), service.operate(operator, request)]),
    );
    const later = await service.operate(operator, request);
    expect(inFlight).toEqual(first);
    expect(later).toEqual(first);
    expect(plant.performed).toBe(1);
  });

  it('under a used key with another body never runs', async () => {
    const { clock, service, plant, operator } = smallService();
    await clock.runUntil(
      service.operate(operator, { deviceId: 'plant', operation: on, idempotencyKey: 'k1' }),
    );
    const other = await service.operate(operator, {
      deviceId: 'plant',
      operation: off,
      idempotencyKey: 'k1',
    });
    expect(other).toEqual(refusal('IDEMPOTENCY_KEY_REUSED'));
    expect(plant.performed).toBe(1);
  });

  it('that was refused can come again under its own key', async () => {
    const { clock, service, operator } = smallService();
    const running = service.operate(operator, { deviceId: 'plant', operation: on, idempotencyKey: 'k1' });
    const again = { deviceId: 'plant', operation: off, idempotencyKey: 'k2' };
    expect(await service.operate(operator, again)).toEqual(refusal('DEVICE_BUSY'));
    await clock.runUntil(running);
    expect(await clock.runUntil(service.operate(operator, again))).toMatchObject({ ok: true });
  });

  it.each([
    ['timeout', 'timeout'],
    ['unreachable', 'failed'],
    ['breaks', 'failed'],
  ] as const)(
    'whose device ends with %s is a command that ends in %s, and the device is free',
    async (how, status) => {
      const { clock, service, plant, operator } = smallService();
      plant.next = how;
      const request = { deviceId: 'plant', operation: on, idempotencyKey: 'k1' };
      expect(await clock.runUntil(service.operate(operator, request))).toMatchObject({ value: { status } });
      plant.next = 'done';
      expect(await service.operate(operator, request)).toMatchObject({ value: { status } });
      const fresh = service.operate(operator, { ...request, idempotencyKey: 'k2' });
      expect(await clock.runUntil(fresh)).toMatchObject({ value: { status: 'succeeded' } });
    },
  );

  it('repeated while it runs gets the pending command when commands are asynchronous', async () => {
    const { clock, service, plant, operator } = smallService({ asynchronousCommands: true });
    const request = { deviceId: 'plant', operation: on, idempotencyKey: 'k1' };
    const first = await service.operate(operator, request);
    expect(await service.operate(operator, request)).toEqual(first);
    await clock.advance(DEVICE_TIME);
    expect(await service.operate(operator, request)).toMatchObject({ value: { status: 'succeeded' } });
    expect(plant.performed).toBe(1);
  });

  it('that ended in TIMEOUT stays so: the key sends nothing again', async () => {
    const { clock, service, plant, operator } = smallService();
    plant.next = 'timeout';
    const request = { deviceId: 'plant', operation: on, idempotencyKey: 'k1' };
    const first = await clock.runUntil(service.operate(operator, request));
    plant.next = 'done';
    await clock.advance(30_000);
    expect(await service.operate(operator, request)).toEqual(first);
    expect(plant.performed).toBe(1);
  });

  it('is pending at once when commands are asynchronous, and read to its end', async () => {
    const { clock, service, operator } = smallService({ asynchronousCommands: true });
    const answer = await service.operate(operator, {
      deviceId: 'plant',
      operation: on,
      idempotencyKey: 'k1',
    });
    if (!answer.ok) throw new Error('refused');
    expect(answer.value.status).toBe('pending');
    await clock.advance(DEVICE_TIME);
    expect(service.readCommand(operator, answer.value.commandId)).toMatchObject({
      value: { status: 'succeeded' },
    });
  });

  it('with a relay that the device does not have is refused before anything happens', async () => {
    const { service, ports, operator } = smallService();
    const operation: Operation = {
      name: 'device.relay.set',
      params: { relays: [{ index: 5, action: 'on' }] },
    };
    const answer = await service.operate(operator, { deviceId: 'plant', operation, idempotencyKey: 'k1' });
    expect(answer).toEqual(refusal('INVALID_PARAMETER'));
    expect(ports.ledger.size).toBe(0);
  });
});

describe('permissions', () => {
  it('are proven by the token and checked for each endpoint', () => {
    const { service } = smallService();
    const token = service.issueToken({ clientId: 'reader', clientSecret: 'reader-secret' });
    if (!token.ok) throw new Error('refused');
    expect(service.admit('devices.list', token.value.accessToken)).toMatchObject({ ok: true });
    expect(service.admit('relays.set', token.value.accessToken)).toMatchObject({
      refusal: { code: 'AUTH_SCOPE_DENIED', requiredScope: 'device:control' },
    });
    expect(service.admit('devices.list', undefined)).toEqual(refusal('AUTH_INVALID'));
    expect(service.admit('devices.list', 'at-made-up')).toEqual(refusal('AUTH_INVALID'));
  });

  it('end with the life of the token, to the millisecond', async () => {
    const { clock, service } = smallService({ accessTokenLifetime: 60_000 });
    const token = service.issueToken({ clientId: 'reader', clientSecret: 'reader-secret' });
    if (!token.ok) throw new Error('refused');
    await clock.advance(59_999);
    expect(service.admit('devices.list', token.value.accessToken)).toMatchObject({ ok: true });
    await clock.advance(1);
    expect(service.admit('devices.list', token.value.accessToken)).toEqual(refusal('AUTH_INVALID'));
  });

  it('are lost at once by a client that is disabled', () => {
    const { service, ports } = smallService();
    const token = service.issueToken({ clientId: 'reader', clientSecret: 'reader-secret' });
    if (!token.ok) throw new Error('refused');
    ports.access.setDisabled('reader', true);
    expect(service.admit('devices.list', token.value.accessToken)).toEqual(refusal('APP_DISABLED'));
    expect(service.admitMessage('reader', 'device:read')).toEqual(refusal('APP_DISABLED'));
    expect(service.issueToken({ clientId: 'reader', clientSecret: 'reader-secret' })).toEqual(
      refusal('APP_DISABLED'),
    );
  });

  it('keep a client within its devices: elsewhere there is no device and no command', async () => {
    const { clock, service, operator, guest } = smallService();
    const request = { deviceId: 'plant', operation: on, idempotencyKey: 'k1' };
    const command = await clock.runUntil(service.operate(operator, request));
    if (!command.ok) throw new Error('refused');
    expect(service.listDevices(guest, {})).toMatchObject({ value: { devices: [{ deviceId: 'pump' }] } });
    expect(await service.refresh(guest, 'plant')).toEqual(refusal('DEVICE_NOT_FOUND'));
    expect(await service.operate(guest, request)).toEqual(refusal('DEVICE_NOT_FOUND'));
    expect(service.readCommand(guest, command.value.commandId)).toEqual(refusal('COMMAND_NOT_FOUND'));
  });
});

describe('the device list', () => {
  it('comes whole, or page by page', () => {
    const { service, operator } = smallService();
    expect(service.listDevices(operator, {})).toEqual({
      ok: true,
      value: { devices: [{ deviceId: 'plant' }, { deviceId: 'pump' }] },
    });
    const first = service.listDevices(operator, { limit: 1 });
    expect(first).toMatchObject({ value: { devices: [{ deviceId: 'plant' }], nextCursor: 'plant' } });
    expect(service.listDevices(operator, { limit: 1, cursor: 'plant' })).toEqual({
      ok: true,
      value: { devices: [{ deviceId: 'pump' }] },
    });
  });
});

describe('a cursor', () => {
  it('is refused when it is no device that the client sees, and the refusal counts for nothing', () => {
    const { service, ports, guest } = smallService();
    for (const cursor of ['', 'no-such', 'plant']) {
      expect(service.listDevices(guest, { cursor })).toEqual(refusal('INVALID_PARAMETER'));
    }
    expect(ports.quotas.level('guest', 'query')).toMatchObject({ resetsIn: 0 });
  });

  it('of the last device ends the list', () => {
    const { service, operator } = smallService();
    expect(service.listDevices(operator, { cursor: 'pump' })).toEqual({ ok: true, value: { devices: [] } });
  });
});

describe('events', () => {
  it('reach those who listen and may hear of the device, from then on', () => {
    const { service, emit } = smallService();
    const heard: Record<string, ServiceEvent['topic'][]> = { operator: [], guest: [] };
    emit('plant', { kind: 'offline' });
    const stop = service.subscribe('operator', ({ topic }) => heard['operator']?.push(topic));
    service.subscribe('guest', ({ topic }) => heard['guest']?.push(topic));
    emit('plant', { kind: 'online' });
    emit('pump', { kind: 'power-lost' });
    stop();
    emit('pump', { kind: 'power-restored' });
    expect(heard).toEqual({
      operator: ['device.connection.online', 'device.power.lost'],
      guest: ['device.power.lost', 'device.power.restored'],
    });
  });
});

describe('quotas', () => {
  it('are shared by all that one client does, and a rejection is free', async () => {
    const { clock, service, operator, reader } = smallService({
      quotas: { ...smallQuotas, query: { limit: 2, window: 1000 } },
    });
    service.listDevices(operator, {});
    service.listProfiles(operator);
    for (let n = 0; n < 5; n++) expect(service.listDevices(operator, {})).toEqual(refusal('RATE_LIMITED'));
    expect(service.listDevices(reader, {})).toMatchObject({ ok: true });
    await clock.advance(1000);
    expect(service.listDevices(operator, {})).toMatchObject({ ok: true });
  });
});

const smallQuotas = {
  token: { limit: 10, window: 1000 },
  query: { limit: 10, window: 1000 },
  refresh: { limit: 10, window: 1000 },
  control: { limit: 10, window: 1000 },
  manage: { limit: 10, window: 1000 },
  ticket: { limit: 10, window: 1000 },
  connect: { limit: 10, window: 1000 },
  message: { limit: 10, window: 1000 },
};
