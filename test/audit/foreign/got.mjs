// REST with got, WebSocket with reconnecting-websocket, both as they come: got tries GET and PUT again, and not POST;
// reconnecting-websocket connects again with growing delays and one draw of chance at its beginning.
import { randomUUID } from 'node:crypto';
import got from 'got';
import ReconnectingWebSocket from 'reconnecting-websocket';
import { WebSocket } from 'ws';
import { obey, tokens } from './orders.mjs';

const { CONFORM_URL: url, CONFORM_WS_URL: wsUrl, CONFORM_DEVICE_IDS: devices } = process.env;
const plain = got.extend({ prefixUrl: `${url}/svc/v1`, responseType: 'json' });
const token = tokens(
  async (credentials) => (await plain.post('auth/token', { json: credentials }).json()).data,
);
const api = plain.extend({
  hooks: {
    beforeRequest: [
      async (options) => {
        options.headers.authorization = `Bearer ${await token()}`;
      },
    ],
  },
});
const command = (path, json) => api.post(path, { json, headers: { 'idempotency-key': randomUUID() } }).json();

const client = {
  setRelays: ({ deviceId, relays }) => command(`devices/${deviceId}/relays/commands`, { relays }),
  transceive: ({ deviceId, data, timeoutMs }) =>
    command(`devices/${deviceId}/rs485/transceive`, { data, timeoutMs }),
  refresh: ({ deviceId }) => api.get(`devices/${deviceId}`).json(),
};
const { onEvent } = obey(client);

const address = async () => {
  const { data } = await api.post('ws/ticket').json();
  return `${wsUrl}/svc/v1/ws?ticket=${data.ticket}`;
};
const socket = new ReconnectingWebSocket(address, [], { WebSocket });
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
