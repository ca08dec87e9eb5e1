// What the WebSocket channel does, in whatever dialect.
import { expect, it } from 'vitest';
import type { ErrorCode } from '../../src/contract/error-codes.js';
import type { Operation } from '../../src/contract/schemas/command.js';
import { connectPeer, type Peer } from '../simulator/transport/peer.js';
import type { Simulated } from '../simulator/transport/simulated.js';

type Reply = Record<string, unknown>;

const on: Operation = { name: 'device.relay.set', params: { relays: [{ index: 2, action: 'on' }] } };

function refusal({ dialect }: Simulated, code: ErrorCode): unknown {
  return expect.objectContaining({ type: 'reply', code: dialect.error(code).code }) as unknown;
}

function execute(
  { dialect }: Simulated,
  deviceId: string,
  operation: Operation,
  idempotencyKey?: string,
): unknown {
  return dialect.executeRequest.encode({ deviceId, operation, ...(idempotencyKey && { idempotencyKey }) });
}

function commandOf({ dialect }: Simulated, reply: Reply) {
  expect(reply['code']).toBe('SUCCESS');
  const decoded = dialect.command.decode((reply['data'] as Reply)['command']);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.mismatches));
  return decoded.value;
}

export function messageSuite(open: () => Simulated): void {
  const both = (client = 'operator'): [Simulated, Peer] => {
    const simulated = open();
    return [simulated, connectPeer(simulated, client)];
  };
  const state = ({ dialect }: Simulated, deviceId: string): unknown =>
    dialect.shapes.stateRequest.encode({ deviceId });

  it('session.ping is answered', async () => {
    const [, peer] = both();
    expect(await peer.reply('session.ping')).toEqual({
      type: 'reply',
      requestId: expect.any(String) as string,
      code: 'SUCCESS',
      message: 'OK',
      data: {},
    });
  });

  it('device.state.get refreshes the device, from the budget that REST uses too', async () => {
    const [simulated, peer] = both('reader');
    const first = await peer.reply('device.state.get', state(simulated, 'bench-01'));
    expect(simulated.dialect.shapes.deviceDetail.decode(first['data'])).toMatchObject({
      value: { device: { deviceId: 'bench-01' }, peripherals: { relays: { length: 4 } } },
    });
    const early = await peer.reply('device.state.get', state(simulated, 'bench-01'));
    expect(early).toMatchObject({ code: 'RATE_LIMITED', data: { retryAfterSeconds: 3 } });
    expect(peer.closes).toEqual([]);
    await simulated.clock.advance(3000);
    expect(await peer.reply('device.state.get', state(simulated, 'bench-01'))).toMatchObject({
      code: 'SUCCESS',
    });
  });

  it.each<[Operation]>([
    [on],
    [{ name: 'device.rs485.transceive', params: { data: 'ee01' } }],
    [{ name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } }],
    [{ name: 'device.relay.jogConfig.set', params: { index: 1, duration: 600 } }],
  ])('device.operation.execute runs $name, and REST reads the same command', async (operation) => {
    const [simulated, peer] = both();
    const { service } = simulated.simulator;
    const command = commandOf(
      simulated,
      await peer.reply('device.operation.execute', execute(simulated, 'bench-01', operation, 'k')),
    );
    expect(command).toMatchObject({ operation, status: 'succeeded', deviceId: 'bench-01' });
    const caller = service.admitMessage('operator', 'device:read');
    const read = caller.ok && service.readCommand(caller.value, command.commandId);
    expect(read).toMatchObject({ ok: true, value: { commandId: command.commandId, operation } });
  });

  it('a key repeated is the same command', async () => {
    const [simulated, peer] = both();
    const data = execute(simulated, 'bench-01', on, 'k');
    const first = commandOf(simulated, await peer.reply('device.operation.execute', data));
    expect(commandOf(simulated, await peer.reply('device.operation.execute', data))).toEqual(first);
    const other = execute(simulated, 'bench-02', on, 'k');
    expect(await peer.reply('device.operation.execute', other)).toEqual(
      refusal(simulated, 'IDEMPOTENCY_KEY_REUSED'),
    );
  });

  it('each operation needs its own permission', async () => {
    const [simulated, peer] = both('configurator');
    const denied = await peer.reply('device.operation.execute', execute(simulated, 'bench-01', on));
    expect(denied).toMatchObject({ code: 'AUTH_SCOPE_DENIED', data: { requiredScope: 'device:control' } });
    const jog: Operation = { name: 'device.relay.jogConfig.set', params: { index: 1, duration: 600 } };
    commandOf(simulated, await peer.reply('device.operation.execute', execute(simulated, 'bench-01', jog)));
  });

  it('replies carry the requestId of their request, with many in flight', async () => {
    const [simulated, peer] = both();
    const ids = Array.from({ length: 12 }, (_, at) => `bench-${String(at + 1).padStart(2, '0')}`);
    for (const id of ids) peer.request('device.state.get', `of ${id}`, state(simulated, id));
    for (let ping = 0; ping < 50; ping++) peer.request('session.ping', `ping ${ping}`);
    await simulated.clock.advance(5000);
    const replies = new Map(peer.frames.map((frame) => [frame['requestId'], frame]));
    expect(replies.size).toBe(62);
    for (const id of ids) {
      const data = replies.get(`of ${id}`)?.['data'];
      expect(simulated.dialect.shapes.deviceDetail.decode(data)).toMatchObject({
        value: { device: { deviceId: id } },
      });
    }
  });

  it('what is malformed gets an error under its requestId, or a close where it has none', async () => {
    const [simulated, peer] = both();
    expect(await peer.reply('no.such.topic')).toEqual(refusal(simulated, 'INVALID_REQUEST'));
    for (const data of [undefined, null, 7, [], {}]) {
      expect(await peer.reply('device.state.get', data)).toEqual(refusal(simulated, 'INVALID_REQUEST'));
      expect(await peer.reply('device.operation.execute', data)).toEqual(
        refusal(simulated, 'INVALID_REQUEST'),
      );
    }
    peer.send('{"requestId":"odd"}');
    await simulated.clock.advance(0);
    expect(peer.frames.find((frame) => frame['requestId'] === 'odd')).toEqual(
      refusal(simulated, 'INVALID_REQUEST'),
    );
    expect(peer.closes).toEqual([]);
    for (const text of ['', '{', 'null', '7', '[]', '{}', '{"requestId":7}', '{"requestId":""}']) {
      const other = connectPeer(simulated, 'operator');
      other.send(text);
      expect(other.closes).toEqual(['unreadable']);
    }
    expect(await peer.reply('session.ping')).toMatchObject({ code: 'SUCCESS' });
  });

  it('a change at a device reaches all who may hear of it, and none who may not', async () => {
    const [simulated, peer] = both();
    const other = connectPeer(simulated, 'reader');
    const guest = connectPeer(simulated, 'guest');
    await peer.reply('device.operation.execute', execute(simulated, 'bench-01', on));
    await simulated.clock.advance(100);
    for (const heard of [peer, other]) {
      const event = heard.frames.find((frame) => frame['type'] !== 'reply');
      const decoded = simulated.dialect.shapes.wsEvent.decode(event);
      if (!decoded.ok) throw new Error(JSON.stringify(decoded.mismatches));
      expect(simulated.dialect.shapes.stateChanged.decode(decoded.value.data)).toMatchObject({
        value: { deviceId: 'bench-01', changes: [{ kind: 'relay', index: 2 }], peripherals: {} },
      });
    }
    expect(guest.frames).toEqual([]);
  });
}
