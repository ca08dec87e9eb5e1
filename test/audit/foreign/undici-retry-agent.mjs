// REST with undici's RetryAgent as it comes: GET, PUT and DELETE are tried again after 429 and 5xx and broken
// connections, and wait for Retry-After. WebSocket by hand: a new connection a second after the last one has ended.
import { randomUUID } from 'node:crypto';
import { Agent, request, RetryAgent } from 'undici';
import { WebSocket } from 'ws';
import { obey, tokens } from './orders.mjs';

const { CONFORM_URL: url, CONFORM_WS_URL: wsUrl, CONFORM_DEVICE_IDS: devices } = process.env;
const dispatcher = new RetryAgent(new Agent());
const send = async (method, path, body, headers = {}) => {
  const response = await request(`${url}/svc/v1/${path}`, {
    method,
    dispatcher,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.body.json();
  if (response.statusCode >= 400) throw new Error(`${response.statusCode} ${answer.code}`);
  return answer.data;
};
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

let pings = 0;
const connect = async () => {
  const again = () => setTimeout(() => void connect(), 1000);
  try {
    const { ticket } = await call('POST', 'ws/ticket');
    const socket = new WebSocket(`${wsUrl}/svc/v1/ws?ticket=${ticket}`);
    const beat = setInterval(() => {
      const ping = { type: 'request', topic: 'session.ping', requestId: `ping-${++pings}`, data: {} };
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(ping));
    }, 30_000);
    socket.on('open', () => {
      for (const deviceId of devices.split(',')) client.refresh({ deviceId }).catch(() => undefined);
    });
    socket.on('message', (data) => {
      const message = JSON.parse(data);
      if (message.type === 'event') onEvent(message);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(beat);
      again();
    });
  } catch {
    again();
  }
};
await connect();
