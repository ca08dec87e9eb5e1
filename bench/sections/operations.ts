// Relay commands over both channels with devices that take no time: what remains is the service's own work.
import { clientFrame } from '../load/ws-client.js';
import { createWsLoad } from '../load/ws-load.js';
import { httpRequest } from '../load/http-load.js';
import { measureInTurn } from '../rounds.js';
import type { Section } from '../section.js';
import { bearer, deviceId, startSimulator, writeFleet } from '../server/simulator.js';
import { httpSubject, wsSubject } from '../subject.js';
import { isReply, openOwnConnections } from './connections.js';

const CONNECTIONS = 32;

/** Each command switches, so that each is an event, too. */
const relays = (nth: number): object => ({ relays: [{ index: 1, action: nth % 2 === 0 ? 'on' : 'off' }] });

export const operations: Section = {
  name: 'operations',
  run: async ({ rounds, duration }) => {
    const simulator = await startSimulator(
      await writeFleet({ devices: 2 * CONNECTIONS, owners: CONNECTIONS }),
    );
    try {
      const headers = { ...bearer(await simulator.token()), 'content-type': 'application/json' };
      // Devices that no WebSocket connection hears of.
      const relayRequest = (connection: number, nth: number): Buffer =>
        httpRequest(
          'POST',
          `/svc/v1/devices/${deviceId(CONNECTIONS + connection + 1)}/relays/commands`,
          { ...headers, 'idempotency-key': `rest-${connection}-${nth}` },
          JSON.stringify(relays(nth)),
        );
      const clients = await openOwnConnections(simulator, CONNECTIONS);
      const load = createWsLoad(clients, relayFrame, isReply);
      const subjects = [
        await httpSubject('over REST', simulator, relayRequest, { connections: CONNECTIONS, duration }),
        wsSubject('over WebSocket, with the event', simulator, load, duration),
      ];
      const results = await measureInTurn(subjects, rounds);
      for (const subject of subjects) subject.close();
      return [
        {
          title: `Relay commands, zero device latency, ${CONNECTIONS} connections`,
          unit: 'commands',
          results,
        },
      ];
    } finally {
      await simulator.stop();
    }
  },
};

function relayFrame(connection: number, nth: number): Buffer {
  const operation = { name: 'device.relay.set', params: relays(nth) };
  const data = { deviceId: deviceId(connection + 1), idempotencyKey: `ws-${connection}-${nth}`, operation };
  return clientFrame(
    JSON.stringify({ type: 'request', topic: 'device.operation.execute', requestId: `r-${nth}`, data }),
  );
}
