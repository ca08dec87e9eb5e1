import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/schemas/command.js';
import { DEVICE_TIME, smallService } from './small-service.js';

const on: Operation = { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } };
const addition = { deviceId: 'new', profileId: 'idle', password: 'device-secret' };

function refusal(code: string): unknown {
  return { ok: false, refusal: expect.objectContaining({ code }) as unknown };
}

describe('a device that is added', () => {
  it('is seen by who added it, and by nobody else who is kept to devices of its own', () => {
    const { service, operator, guest } = smallService();
    expect(service.addDevice(operator, addition)).toMatchObject({ value: { deviceId: 'new' } });
    expect(service.readConfig(operator, 'new')).toMatchObject({ ok: true });
    expect(service.readConfig(guest, 'new')).toEqual(refusal('DEVICE_NOT_FOUND'));
  });

  it('must have an id of its own, also beside devices that the client does not see', () => {
    const { service, guest } = smallService();
    expect(service.addDevice(guest, { ...addition, deviceId: 'plant' })).toEqual(refusal('DEVICE_EXISTS'));
  });
});

describe('a device that is removed', () => {
  it('is gone for everybody, with its commands', async () => {
    const { clock, service, operator } = smallService();
    const command = await clock.runUntil(
      service.operate(operator, { deviceId: 'plant', operation: on, idempotencyKey: 'k' }),
    );
    if (!command.ok) throw new Error('refused');
    expect(service.removeDevice(operator, 'plant')).toMatchObject({ ok: true });
    expect(service.readConfig(operator, 'plant')).toEqual(refusal('DEVICE_NOT_FOUND'));
    expect(service.readCommand(operator, command.value.commandId)).toEqual(refusal('COMMAND_NOT_FOUND'));
    expect(service.removeDevice(operator, 'plant')).toEqual(refusal('DEVICE_NOT_FOUND'));
  });

  it('during a refresh leaves nothing to tell', async () => {
    const { clock, service, operator } = smallService();
    const reading = service.refresh(operator, 'plant');
    await service.removeDevice(operator, 'plant');
    expect(await clock.runUntil(reading)).toEqual(refusal('DEVICE_NOT_FOUND'));
  });

  it('during an operation is free again only when that has ended, under whatever device has its id', async () => {
    const { clock, service, operator } = smallService();
    const running = service.operate(operator, { deviceId: 'plant', operation: on, idempotencyKey: 'k1' });
    await service.removeDevice(operator, 'plant');
    await service.addDevice(operator, { ...addition, deviceId: 'plant' });
    const early = { deviceId: 'plant', operation: on, idempotencyKey: 'k2' };
    expect(await service.operate(operator, early)).toEqual(refusal('DEVICE_BUSY'));
    expect(await clock.runUntil(running)).toMatchObject({ ok: true });
    expect(await clock.runUntil(service.operate(operator, early))).toMatchObject({ ok: true });
  });

  it('and added anew has no fresh budget: removing is no way round the three seconds', async () => {
    const { clock, service, operator } = smallService();
    await clock.runUntil(service.refresh(operator, 'plant'));
    await service.removeDevice(operator, 'plant');
    await service.addDevice(operator, { ...addition, deviceId: 'plant' });
    expect(await service.refresh(operator, 'plant')).toEqual(refusal('RATE_LIMITED'));
    await clock.advance(3000 - DEVICE_TIME);
    expect(await clock.runUntil(service.refresh(operator, 'plant'))).toMatchObject({ ok: true });
  });

  it('and added anew still knows the keys of its commands', async () => {
    const { clock, service, operator } = smallService();
    const request = { deviceId: 'plant', operation: on, idempotencyKey: 'k' };
    const first = await clock.runUntil(service.operate(operator, request));
    await service.removeDevice(operator, 'plant');
    await service.addDevice(operator, { ...addition, deviceId: 'plant' });
    expect(await service.operate(operator, request)).toEqual(first);
  });

  it('by one client and added by another is no longer seen by the first who was allowed to', async () => {
    const { service, operator, reader } = smallService();
    await service.addDevice(operator, addition);
    await service.removeDevice(operator, 'new');
    await service.addDevice(reader, addition);
    expect(service.readConfig(operator, 'new')).toEqual(refusal('DEVICE_NOT_FOUND'));
    expect(service.readConfig(reader, 'new')).toMatchObject({ ok: true });
  });
});

describe('a password', () => {
  it('is changed by who knows the one before', () => {
    const { service, operator } = smallService();
    const change = { currentPassword: 'wrong', newPassword: 'new' };
    expect(service.changePassword(operator, 'plant', change)).toEqual(refusal('PASSWORD_INVALID'));
    expect(
      service.changePassword(operator, 'plant', { ...change, currentPassword: 'device-secret' }),
    ).toMatchObject({ ok: true });
    expect(service.changePassword(operator, 'no-such', change)).toEqual(refusal('DEVICE_NOT_FOUND'));
  });
});
