// The origin of what arrives: made in the transport, and seen by everything that decorates the service.
import { expect, test } from 'vitest';
import { assert } from '../../../src/kernel/assert.js';
import type { Edge } from '../../../src/simulator/edge/edge.js';
import type { Origin } from '../../../src/simulator/service/origin.js';
import type { Caller } from '../../../src/simulator/service/service.js';
import { connectPeer } from './peer.js';
import { type Simulated, simulate } from './simulated.js';

interface Seen {
  readonly what: string;
  readonly origin: Origin | undefined;
}

/** Sees the origin where requests enter, at the service, and at the ports. */
function witness(seen: Seen[]): Edge {
  const see = (what: string, origin: Origin | undefined): void => void seen.push({ what, origin });
  return {
    rest: (request, next) => {
      see('rest', request.origin);
      return next(request);
    },
    session: (caller, socket, next) => {
      see('session', caller.origin);
      return next(caller, socket);
    },
    calls: (service) => ({
      refresh: (caller: Caller, deviceId) => {
        see('refresh', caller.origin);
        return service.refresh(caller, deviceId);
      },
      operate: (caller, request) => {
        see('operate', caller.origin);
        return service.operate(caller, request);
      },
    }),
    ports: (ports) => ({
      lane: {
        enter: (deviceId, origin) => {
          see('lane', origin);
          return ports.lane.enter(deviceId, origin);
        },
      },
      budget: {
        waitFor: (deviceId, origin) => {
          see('budget', origin);
          return ports.budget.waitFor(deviceId, origin);
        },
      },
      ledger: {
        lookUp: (request) => {
          see('ledger', request.origin);
          return ports.ledger.lookUp(request);
        },
      },
    }),
    devices: (devices) => ({
      find: (deviceId, origin) => {
        if (origin) see('device', origin);
        return devices.find(deviceId, origin);
      },
    }),
  };
}

function watched(): { readonly simulated: Simulated; readonly seen: Seen[] } {
  const seen: Seen[] = [];
  return { simulated: simulate({ edges: [witness(seen)] }), seen };
}

/** All of them are the same object; gives it. */
function theOne(seen: readonly Seen[]): Origin {
  const [first] = seen;
  assert(first?.origin, 'something was seen');
  expect(new Set(seen.map(({ origin }) => origin)).size).toBe(1);
  return first.origin;
}

function ask({ simulator, clock }: Simulated, method: string, target: string, token = ''): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  return clock.runUntil(simulator.rest({ method, target, headers, body: '' }));
}

function tokenOf({ simulator }: Simulated, clientId: string): string {
  const issued = simulator.service.issueToken({ clientId, clientSecret: `demo-${clientId}-secret` });
  assert(issued.ok, `${clientId} is a client of the tests`);
  return issued.value.accessToken;
}

test('one value goes with a REST request from its arrival to the service, its ports and the device', async () => {
  const { simulated, seen } = watched();
  await simulated.clock.advance(5);
  const at = simulated.clock.now();
  await ask(simulated, 'GET', '/svc/v1/devices/bench-01?x=1', tokenOf(simulated, 'reader'));
  expect(seen.map(({ what }) => what)).toEqual(['rest', 'refresh', 'device', 'lane', 'budget']);
  expect(theOne(seen)).toMatchObject({
    channel: 'rest',
    at,
    method: 'GET',
    path: '/svc/v1/devices/bench-01',
    endpoint: 'devices.read',
  });
});

test('a request that is for no endpoint has an origin without one', async () => {
  const { simulated, seen } = watched();
  await ask(simulated, 'GET', '/svc/v1/nowhere');
  expect(theOne(seen)).toMatchObject({ channel: 'rest', path: '/svc/v1/nowhere', endpoint: undefined });
});

test('the opening of a connection has an origin with the connection, which ends with the socket', async () => {
  const { simulated, seen } = watched();
  const peer = connectPeer(simulated, 'operator');
  const origin = theOne(seen);
  assert(origin.channel === 'ws', 'a connection is of the WebSocket channel');
  expect(origin).toMatchObject({ topic: undefined, requestId: undefined });
  const at = simulated.clock.now();
  expect(origin.connection).toMatchObject({ id: 'ws-1', clientId: 'operator', openedAt: at, ended: false });
  peer.session.end();
  expect(origin.connection.ended).toBe(true);
});

test('one value goes with a WebSocket request, and names its connection and its topic', async () => {
  const { simulated, seen } = watched();
  connectPeer(simulated, 'reader');
  const peer = connectPeer(simulated, 'operator');
  const [, opening] = seen.splice(0);
  const relays = [{ index: 1, action: 'on' }];
  peer.request('device.operation.execute', 'r-7', {
    deviceId: 'bench-01',
    idempotencyKey: 'k',
    operation: { name: 'device.relay.set', params: { relays } },
  });
  await simulated.clock.advance(2000);
  expect(seen.map(({ what }) => what)).toEqual(['operate', 'device', 'ledger', 'lane']);
  const origin = theOne(seen);
  expect(origin).toMatchObject({
    channel: 'ws',
    topic: 'device.operation.execute',
    requestId: 'r-7',
    connection: { id: 'ws-2' },
  });
  assert(origin.channel === 'ws' && opening?.origin?.channel === 'ws', 'both are of the WebSocket channel');
  expect(origin.connection).toBe(opening.origin.connection);
});

test('what arrives is numbered over both channels', async () => {
  const { simulated, seen } = watched();
  await ask(simulated, 'GET', '/svc/v1/nowhere');
  const peer = connectPeer(simulated, 'reader');
  peer.request('device.state.get', 'r-1', { deviceId: 'bench-01' });
  await ask(simulated, 'GET', '/svc/v1/nowhere');
  const ordinals = new Set(seen.map(({ origin }) => origin?.ordinal));
  expect([...ordinals]).toEqual([1, 2, 3, 4]);
});

test('a call from inside the simulator has no origin', async () => {
  const { simulated, seen } = watched();
  const { ports, service } = simulated.simulator;
  const caller = ports.access.stillEnabled('reader');
  assert(caller.ok, 'the client is enabled');
  await simulated.clock.runUntil(service.refresh(caller.value, 'bench-01'));
  expect(seen.filter(({ origin }) => origin !== undefined)).toEqual([]);
});

test('an edge is told for which connection an event is, and with which frame', async () => {
  const simulated = simulate();
  connectPeer(simulated, 'reader');
  connectPeer(simulated, 'operator');
  const told: string[] = [];
  const edge: Edge = {
    event: (event, to, next) => {
      told.push(`${event.topic} for ${to.connection.clientId} on ${to.connection.id}`);
      next(event, to);
    },
    frame: (event, connection, next) => {
      const text = next(event, connection);
      told.push(
        `${JSON.parse(text).topic === event.topic ? 'its frame' : 'another frame'} on ${connection.id}`,
      );
      return text;
    },
  };
  simulated.simulator.edges.put([edge]);
  simulated.simulator.fleet.get('bench-01')?.stimuli.dropLink();
  expect(told).toEqual([
    'device.connection.offline for reader on ws-1',
    'its frame on ws-1',
    'device.connection.offline for operator on ws-2',
    'its frame on ws-2',
  ]);
  simulated.simulator.edges.put([]);
  simulated.simulator.fleet.get('bench-01')?.stimuli.restoreLink();
  expect(told).toHaveLength(4);
});
