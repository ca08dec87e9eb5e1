// Idempotency keys and overlap over REST, in whatever dialect.
import { expect, it } from 'vitest';
import { commandOf, refused, relaysBody } from './service-rest.js';
import type { Rig } from './service-rig.js';

const bench = { as: 'operator', parameters: { deviceId: 'bench-01' } };

export function commandSuite(open: () => Rig): void {
  it('a key repeated is the same command, also while it runs', async () => {
    const rig = open();
    const request = { ...bench, body: relaysBody(rig, 1, 'on'), key: 'k1' };
    await rig.tokenOf('operator');
    const [first, second] = await Promise.all([
      rig.call('relays.set', request),
      rig.call('relays.set', request),
    ]);
    expect(commandOf(rig, second)).toEqual(commandOf(rig, first));
    expect(commandOf(rig, await rig.call('relays.set', request))).toEqual(commandOf(rig, first));
  });

  it('a key repeated with another device, operation or body is refused', async () => {
    const rig = open();
    const body = relaysBody(rig, 1, 'on');
    const first = commandOf(rig, await rig.call('relays.set', { ...bench, body, key: 'k1' }));
    const baud = rig.dialect.operationParams('device.rs485.baudRate.set').encode({ baudRate: 9600 });
    const others = [
      await rig.call('relays.set', { ...bench, body: relaysBody(rig, 1, 'off'), key: 'k1' }),
      await rig.call('relays.set', { as: 'operator', parameters: { deviceId: 'bench-02' }, body, key: 'k1' }),
      await rig.call('rs485.baud-rate', { ...bench, body: baud, key: 'k1' }),
    ];
    for (const other of others) expect(other).toEqual(refused(rig, 'IDEMPOTENCY_KEY_REUSED'));
    const read = { as: 'operator', parameters: { commandId: first.commandId } };
    expect(commandOf(rig, await rig.call('commands.read', read))).toEqual(first);
  });

  it('the compatibility endpoint shares the keys of the array of one', async () => {
    const rig = open();
    const first = await rig.call('relays.set', { ...bench, body: relaysBody(rig, 1, 'on'), key: 'k1' });
    const again = await rig.call('relays.set-one', {
      as: 'operator',
      parameters: { deviceId: 'bench-01', index: rig.dialect.encodeIndex(1) },
      body: rig.dialect.shapes.singleRelayBody.encode({ action: 'on' }),
      key: 'k1',
    });
    expect(commandOf(rig, again)).toEqual(commandOf(rig, first));
  });

  it('a key has 1 to 256 characters, and may be absent: then each request is a command', async () => {
    const rig = open();
    const body = relaysBody(rig, 1, 'on');
    for (const key of ['', 'x'.repeat(257)]) {
      expect(await rig.call('relays.set', { ...bench, body, key })).toEqual(refused(rig, 'INVALID_REQUEST'));
    }
    const longest = commandOf(rig, await rig.call('relays.set', { ...bench, body, key: 'x'.repeat(256) }));
    const one = commandOf(rig, await rig.call('relays.set', { ...bench, body }));
    const two = commandOf(rig, await rig.call('relays.set', { ...bench, body }));
    expect(new Set([longest.commandId, one.commandId, two.commandId]).size).toBe(3);
  });

  it('two clients with one key do not meet', async () => {
    const rig = open();
    const body = relaysBody(rig, 1, 'on');
    const mine = commandOf(rig, await rig.call('relays.set', { ...bench, body, key: 'k' }));
    const theirs = commandOf(
      rig,
      await rig.call('relays.set', { ...bench, as: 'controller', body, key: 'k' }),
    );
    expect(theirs.commandId).not.toBe(mine.commandId);
  });

  it('what overlaps on one device is busy, creates no command, and goes through later under its own key', async () => {
    const rig = open();
    const on = { ...bench, body: relaysBody(rig, 1, 'on'), key: 'k1' };
    const off = { ...bench, body: relaysBody(rig, 1, 'off'), key: 'k2' };
    await rig.tokenOf('operator');
    const [first, second, refresh] = await Promise.all([
      rig.call('relays.set', on),
      rig.call('relays.set', off),
      rig.call('devices.read', bench),
    ]);
    expect(commandOf(rig, first).status).toBe('succeeded');
    for (const late of [second, refresh]) expect(late).toMatchObject({ status: 409, code: 'DEVICE_BUSY' });
    expect(commandOf(rig, await rig.call('relays.set', off)).status).toBe('succeeded');
    expect(await rig.call('devices.read', bench)).toMatchObject({ status: 200 });
  });
}
