// REST with fetch inside of p-retry, WebSocket with partysocket, both as they come: p-retry tries whatever has thrown
// ten times more, with delays that double from a second on; partysocket connects again with growing delays.
import { randomUUID } from 'node:crypto';
import pRetry from 'p-retry';
import { WebSocket as PartySocket } from 'partysocket';
import { WebSocket } from 'ws';
import { obey, tokens } from './orders.mjs';

const { CONFORM_URL: url, CONFORM_WS_URL: wsUrl, CONFORM_DEVICE_IDS: devices } = process.env;
const send = (method, path, body, headers = {}) =>
  pRetry(async () => {
    const response = await fetch(`${url}/svc/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${response.status} ${answer.code}`);
    return answer.data;
  });
const token = tokens((credentials) => send('POST', 'auth/token', credentials));
const call = async (method, path, body, headers) =>
  send(method, path, body, { ...headers, authorization: `Bearer ${await token()}` });
const command = (path, body) => call('POST', path, body, { 'idempotency-key': randomUUID() });

const client = {
  setRelays: ({ deviceId, relays }) => command(`devices/${deviceId}/relays/commands`, { relays }),
  transceive: ({ deviceId, data, timeoutMs }) =>
    command(`devices/${deviceId}/rs485/transceive`, { data, timeoutMs }),
  refresh: ({ deviceId }) => call('GET', `devices/${deviceId}`),
};
const { onEvent } = obey(client);

const address = async () => `${wsUrl}/svc/v1/ws?ticket=${(await call('POST', 'ws/ticket')).ticket}`;
const socket = new PartySocket(address, [], { WebSocket });
let pings = 0;
socket.addEventListener('open', () => {
  for (const deviceId of devices.split(',')) client.refresh({ deviceId }).catch(() => undefined);
});
socket.addEventListener('message', ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === 'event') onEvent(message);
});
setInterval(() => {
  if (socket.readyState === socket.OPEN)
    socket.send(
      JSON.stringify({ type: 'request', topic: 'session.ping', requestId: `ping-${++pings}`, data: {} }),
    );
}, 30_000);
