import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/simulator/service/settings.js';
import { quotasBut, smallService } from './small-service.js';

const ONE = { limit: 1, window: 10_000 };
const on = { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } } as const;
const operation = { ...on, params: { relays: [...on.params.relays] } };

function limited(retryAfterSeconds: number): unknown {
  return {
    ok: false,
    refusal: expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds }) as unknown,
  };
}

describe('a quota', () => {
  it('of tokens turns a client away that asks for too many, and counts nobody who is unknown', () => {
    const { service, ports } = smallService({ quotas: quotasBut({ token: ONE }) });
    const reader = { clientId: 'reader', clientSecret: 'reader-secret' };
    for (let n = 0; n < 3; n++) {
      expect(service.issueToken({ ...reader, clientSecret: 'wrong' })).toMatchObject({
        refusal: { code: 'AUTH_INVALID' },
      });
    }
    expect(service.issueToken(reader)).toMatchObject({ ok: true });
    expect(service.issueToken(reader)).toEqual(limited(10));
    expect(ports.quotas.level('made-up', 'token').left).toBe(1);
  });

  it('of refreshes is reached across devices', async () => {
    const { clock, service, reader } = smallService({ quotas: quotasBut({ refresh: ONE }) });
    expect(await clock.runUntil(service.refresh(reader, 'plant'))).toMatchObject({ ok: true });
    expect(await service.refresh(reader, 'pump')).toEqual(limited(10));
  });

  it('and the refresh budget together name the longer wait, after which the refresh is accepted', async () => {
    const { clock, service, reader, operator } = smallService({
      quotas: quotasBut({ refresh: { limit: 1, window: 1000 } }),
    });
    await clock.runUntil(service.refresh(reader, 'plant'));
    expect(await service.refresh(reader, 'plant')).toEqual(limited(3));
    expect(await service.refresh(operator, 'plant')).toEqual(limited(3));
    await clock.advance(3000);
    expect(await clock.runUntil(service.refresh(reader, 'plant'))).toMatchObject({ ok: true });
  });

  it('of controls frees the device for the next one', async () => {
    const { clock, service, ports, operator, guest } = smallService({ quotas: quotasBut({ control: ONE }) });
    const request = { deviceId: 'pump', operation, idempotencyKey: 'k1' };
    await clock.runUntil(service.operate(operator, request));
    expect(await service.operate(operator, { ...request, idempotencyKey: 'k2' })).toEqual(limited(10));
    expect(ports.lane.isTaken('pump')).toBe(false);
    expect(await clock.runUntil(service.operate(guest, request))).toMatchObject({ ok: true });
  });

  it('does not stop a repeat: a known key ends at its command', async () => {
    const { clock, service, operator } = smallService({ quotas: quotasBut({ control: ONE }) });
    const request = { deviceId: 'plant', operation, idempotencyKey: 'k1' };
    const first = await clock.runUntil(service.operate(operator, request));
    expect(await service.operate(operator, request)).toEqual(first);
  });

  it('of management counts devices that were added, not refusals', () => {
    const { service, operator } = smallService({ quotas: quotasBut({ manage: ONE }) });
    const addition = { deviceId: 'new', profileId: 'idle', password: 'p' };
    expect(service.addDevice(operator, { ...addition, profileId: 'no-such' })).toMatchObject({
      refusal: { code: 'INVALID_PARAMETER' },
    });
    expect(service.addDevice(operator, { ...addition, deviceId: 'plant' })).toMatchObject({
      refusal: { code: 'DEVICE_EXISTS' },
    });
    expect(service.addDevice(operator, addition)).toMatchObject({ ok: true });
    expect(service.removeDevice(operator, 'new')).toEqual(limited(10));
  });

  it('of tickets follows the same rules', async () => {
    const { clock, service, reader } = smallService({ quotas: quotasBut({ ticket: ONE }) });
    expect(service.issueTicket(reader)).toMatchObject({ ok: true });
    expect(service.issueTicket(reader)).toEqual(limited(10));
    await clock.advance(10_000);
    expect(service.issueTicket(reader)).toMatchObject({ ok: true });
  });

  it('of connections leaves the ticket good when it turns a connection away', async () => {
    const { clock, service, reader } = smallService({ quotas: quotasBut({ connect: ONE }) });
    const [first, second] = [service.issueTicket(reader), service.issueTicket(reader)];
    if (!first.ok || !second.ok) throw new Error('refused');
    expect(service.openConnection(first.value.ticket)).toMatchObject({ ok: true });
    expect(service.openConnection(second.value.ticket)).toEqual(limited(10));
    await clock.advance(10_000);
    expect(service.openConnection(second.value.ticket)).toMatchObject({ ok: true });
    expect(service.openConnection(second.value.ticket)).toMatchObject({
      refusal: { code: 'TICKET_INVALID' },
    });
  });

  it('gives back what was counted for a request that is then rejected', () => {
    const { service, ports, reader } = smallService({ quotas: quotasBut({ message: ONE }) });
    service.spend(reader, 'message');
    service.giveBack(reader, 'message');
    expect(ports.quotas.level('reader', 'message').left).toBe(1);
    service.giveBack(reader, 'message');
    expect(ports.quotas.level('reader', 'message').left).toBe(1);
  });

  it('is generous by default, and stricter for refreshes and controls than for queries', () => {
    const { query, refresh, control } = DEFAULT_SETTINGS.quotas;
    expect(
      Math.min(...Object.values(DEFAULT_SETTINGS.quotas).map(({ limit }) => limit)),
    ).toBeGreaterThanOrEqual(600);
    expect(refresh.limit / refresh.window).toBeLessThan(query.limit / query.window);
    expect(control.limit / control.window).toBeLessThan(query.limit / query.window);
  });
});
