// Relay commands over both channels with devices that take no time: what remains is the service's own work.
import { clientFrame } from '../load/ws-client.js';
import { createWsLoad } from '../load/ws-load.js';
import { httpRequest, type RequestOf } from '../load/http-load.js';
import { measureInTurn } from '../rounds.js';
import type { Section } from '../section.js';
import { startClouds } from '../server/clouds.js';
import { bearer, deviceId } from '../server/simulator.js';
import { stopAll } from '../server/spawn-server.js';
import { httpSubject, wsSubject } from '../subject.js';
import { isReply, openOwnConnections } from './connections.js';

const CONNECTIONS = 32;

/** Each command switches, so that each is an event, too. */
const relays = (nth: number): object => ({ relays: [{ index: 1, action: nth % 2 === 0 ? 'on' : 'off' }] });

export const operations: Section = {
  name: 'operations',
  limit: 120,
  pinned: true,
  short: true,
  run: async (effort) => {
    const { rounds, duration } = effort;
    const clouds = await startClouds(effort, { devices: 2 * CONNECTIONS, owners: CONNECTIONS });
    try {
      const overRest = await Promise.all(
        clouds.map(async ({ name, simulator }) => {
          const request = relayRequest(await simulator.token());
          return httpSubject(name, simulator, request, { connections: CONNECTIONS, duration });
        }),
      );
      const overWebSocket = await Promise.all(
        clouds.map(async ({ name, simulator }) => {
          const clients = await openOwnConnections(simulator, CONNECTIONS);
          return wsSubject(name, simulator, createWsLoad(clients, relayFrame, isReply), duration);
        }),
      );
      const about = `Relay commands, devices that take no time, ${CONNECTIONS} connections`;
      const unit = 'commands';
      const rest = { title: `${about}: over REST`, unit, results: await measureInTurn(overRest, rounds) };
      const title = `${about}: over WebSocket, with the event`;
      const webSocket = { title, unit, results: await measureInTurn(overWebSocket, rounds) };
      for (const subject of overWebSocket) subject.close();
      return [rest, webSocket];
    } finally {
      await stopAll();
    }
  },
};

/** Of devices that no WebSocket connection hears of. */
function relayRequest(token: string): RequestOf {
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  return (connection, nth) =>
    httpRequest(
      'POST',
      `/svc/v1/devices/${deviceId(CONNECTIONS + connection + 1)}/relays/commands`,
      { ...headers, 'idempotency-key': `rest-${connection}-${nth}` },
      JSON.stringify(relays(nth)),
    );
}

function relayFrame(connection: number, nth: number): Buffer {
  const operation = { name: 'device.relay.set', params: relays(nth) };
  const data = { deviceId: deviceId(connection + 1), idempotencyKey: `ws-${connection}-${nth}`, operation };
  return clientFrame(
    JSON.stringify({ type: 'request', topic: 'device.operation.execute', requestId: `r-${nth}`, data }),
  );
}
