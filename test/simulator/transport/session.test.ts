import { describe, expect, it } from 'vitest';
import { messageSuite } from '../../suites/service-websocket.js';
import { connectPeer } from './peer.js';
import { DIALECTS } from '../dialect-named.js';
import { quotasBut, simulate } from './simulated.js';

describe.each(DIALECTS)('the WebSocket channel in the %s dialect', (dialect) => {
  messageSuite(() => simulate({ dialect }));
});

const relay = (deviceId: string): unknown => ({
  deviceId,
  operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
});

describe('a session', () => {
  it('is closed when nothing has come for the heartbeat timeout, and kept by any message', async () => {
    const simulated = simulate({ settings: { heartbeatTimeout: 60_000 } });
    const [silent, alive] = [connectPeer(simulated, 'reader'), connectPeer(simulated, 'reader')];
    await simulated.clock.advance(59_999);
    expect(silent.closes).toEqual([]);
    await alive.reply('session.ping');
    await simulated.clock.advance(1);
    expect(silent.closes).toEqual(['silent']);
    await simulated.clock.advance(59_000);
    expect(alive.closes).toEqual([]);
    await simulated.clock.advance(2000);
    expect(alive.closes).toEqual(['silent']);
  });

  it('hears nothing, does nothing and holds no timer once it has ended', async () => {
    const simulated = simulate();
    const before = simulated.clock.pending().length;
    const peer = connectPeer(simulated, 'operator');
    peer.session.end();
    peer.session.end();
    peer.request('device.operation.execute', 'late', relay('bench-01'));
    simulated.simulator.fleet.get('bench-01')?.stimuli.dropLink();
    await simulated.clock.advance(1000);
    expect(peer.frames).toEqual([]);
    expect(simulated.clock.pending()).toHaveLength(before);
    expect(simulated.simulator.fleet.get('bench-01')?.physical().executions).toBe(0);
  });

  it('carries out nothing that comes after the frame it was closed for', async () => {
    const simulated = simulate();
    const peer = connectPeer(simulated, 'operator');
    peer.send('no JSON');
    peer.request('device.operation.execute', 'late', relay('bench-01'));
    await simulated.clock.advance(1000);
    expect(peer.closes).toEqual(['unreadable']);
    expect(peer.frames).toEqual([]);
    expect(simulated.simulator.fleet.get('bench-01')?.physical().executions).toBe(0);
  });

  it('ends after the reply that says that the client has been disabled', async () => {
    const simulated = simulate();
    const [peer, other] = [connectPeer(simulated, 'reader'), connectPeer(simulated, 'operator')];
    simulated.simulator.ports.access.setDisabled('reader', true);
    simulated.simulator.fleet.get('bench-01')?.stimuli.dropLink();
    expect(await peer.reply('no.such.topic')).toMatchObject({ code: 'APP_DISABLED' });
    expect(peer.frames).toHaveLength(1);
    expect(peer.closes).toEqual(['disabled']);
    expect(await other.reply('session.ping')).toMatchObject({ code: 'SUCCESS' });
  });

  it('is limited in its messages, malformed ones too, and goes on when the window is over', async () => {
    const simulated = simulate({ settings: { quotas: quotasBut({ message: { limit: 3, window: 5000 } }) } });
    const [peer, other] = [connectPeer(simulated, 'reader'), connectPeer(simulated, 'reader')];
    await peer.reply('session.ping');
    peer.send('{"requestId":"odd"}');
    await other.reply('session.ping');
    const limited = { code: 'RATE_LIMITED', data: { retryAfterSeconds: 5 } };
    expect(await peer.reply('session.ping')).toMatchObject(limited);
    expect(await other.reply('session.ping')).toMatchObject(limited);
    peer.send('{"requestId":"odd too"}');
    await simulated.clock.advance(0);
    expect(peer.frames.at(-1)).toMatchObject({ requestId: 'odd too', ...limited });
    await simulated.clock.advance(5000);
    expect(await peer.reply('session.ping')).toMatchObject({ code: 'SUCCESS' });
    expect(peer.closes).toEqual([]);
  });

  it('counts no message for a refresh that the budget rejects', async () => {
    const simulated = simulate();
    const peer = connectPeer(simulated, 'reader');
    const left = () => simulated.simulator.ports.quotas.level('reader', 'message').left;
    await peer.reply('device.state.get', { deviceId: 'bench-01' });
    const before = left();
    expect(await peer.reply('device.state.get', { deviceId: 'bench-01' })).toMatchObject({
      code: 'RATE_LIMITED',
    });
    expect(left()).toBe(before);
  });

  it('takes a bounded number of requests at once, and more when some have ended', async () => {
    const simulated = simulate({ settings: { maxInFlight: 3 } });
    const peer = connectPeer(simulated, 'operator');
    for (const n of [1, 2, 3, 4]) peer.request('device.operation.execute', `r${n}`, relay(`bench-0${n}`));
    await simulated.clock.advance(0);
    expect(peer.frames).toMatchObject([{ requestId: 'r4', code: 'RATE_LIMITED' }]);
    await simulated.clock.advance(2000);
    expect(peer.frames.filter(({ code }) => code === 'SUCCESS')).toHaveLength(3);
    expect(await peer.reply('device.operation.execute', relay('bench-04'))).toMatchObject({
      code: 'SUCCESS',
    });
  });

  it('with a peer that does not read is closed at once, and nothing more is sent', async () => {
    const simulated = simulate({ settings: { maxBacklogBytes: 10_000 } });
    const peer = connectPeer(simulated, 'operator');
    await peer.reply('session.ping');
    peer.backlog = 10_001;
    peer.request('session.ping', 'unread');
    simulated.simulator.fleet.get('bench-01')?.stimuli.dropLink();
    await simulated.clock.advance(0);
    expect(peer.closes).toEqual(['tooSlow']);
    expect(peer.frames).toHaveLength(1);
  });

  it('answers a bug with INTERNAL_ERROR and stays open', async () => {
    const simulated = simulate({
      edges: [{ calls: () => ({ refresh: () => Promise.reject(new Error('a bug')) }) }],
    });
    const peer = connectPeer(simulated, 'reader');
    expect(await peer.reply('device.state.get', { deviceId: 'bench-01' })).toMatchObject({
      code: 'INTERNAL_ERROR',
    });
    expect(simulated.bugs).toEqual([new Error('a bug')]);
    expect(peer.closes).toEqual([]);
  });

  it('spells an event once, however many connections it goes to', async () => {
    const simulated = simulate();
    let written = 0;
    const { wsEvent } = simulated.dialect.shapes;
    const peers = Array.from({ length: 20 }, () => connectPeer(simulated, 'reader'));
    const write = wsEvent.write;
    Object.assign(wsEvent, {
      write: (value: Parameters<typeof write>[0]) => {
        written++;
        return write(value);
      },
    });
    simulated.simulator.fleet.get('bench-01')?.stimuli.dropLink();
    await simulated.clock.advance(0);
    Object.assign(wsEvent, { write });
    expect(peers.every(({ frames }) => frames.length === 1)).toBe(true);
    expect(written).toBe(1);
  });
});
