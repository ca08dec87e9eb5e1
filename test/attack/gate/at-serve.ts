// The devices of the attack in a simulator that listens, as `conform serve` does: what it makes of each message.
import { createNetworkTransport } from '../../../src/harness/target/network/create-network-transport.js';
import type { Transport } from '../../../src/harness/target/transport.js';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';
import { startSimulator } from '../../../src/simulator/start-simulator.js';
import { dialectOf } from './assault.js';
import { BENCH, CABINET, type Draft, FURNACE, MANAGED } from './generator/draft.js';

const FLEET = `
profiles:
  p:
    relays: [{ count: 8, jogDuration: 50ms }]
    rs485: { baudRate: 9600, peripherals: [{ kind: echo }] }
devices:
${[BENCH, CABINET, FURNACE, MANAGED].map(({ deviceId }) => `  - { deviceId: ${deviceId}, name: x, profile: p, password: w }`).join('\n')}
clients:
  all: { secret: secret-of-all, scopes: ['device:read', 'device:control', 'device:config', 'device:manage'] }
`;

export interface AtServe {
  readonly transport: Transport;
  /** Sends it with a token, and tells whether a device did anything, or a device was managed. */
  did(draft: Draft, through?: Transport): Promise<boolean>;
  close(): Promise<void>;
}

export async function serving(): Promise<AtServe> {
  const fleet = parseFleet(FLEET, 'fleet.yaml');
  if (!fleet.ok) throw new Error(JSON.stringify(fleet.problems));
  const clock = createSystemClock();
  const running = await startSimulator({ fleet: fleet.value, dialect: dialectOf('default'), clock });
  let deeds = 0;
  running.journal.listen((record) => {
    if (record.kind === 'physical') deeds++;
    if (
      record.kind === 'reply' &&
      /^devices\.(add|remove|password)$/.test(record.what) &&
      record.code === 'SUCCESS'
    )
      deeds++;
  });
  const url = running.url ?? '';
  const settings = { baseUrl: url, websocketUrl: url.replace('http', 'ws'), tls: { insecure: false }, clock };
  const transport = createNetworkTransport(settings);
  const ask = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<Record<string, string>> => {
    const outcome = await transport.http({
      method: 'POST',
      path,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (outcome.kind === 'broken') throw new Error(outcome.detail);
    return (JSON.parse(outcome.reply.body) as { data: Record<string, string> }).data;
  };
  const credentials = JSON.stringify({ clientId: 'all', clientSecret: 'secret-of-all' });
  const token = await ask('/svc/v1/auth/token', { 'content-type': 'application/json' }, credentials);
  const authorization = `Bearer ${token['accessToken'] ?? ''}`;

  const leave = async (draft: Draft, through: Transport): Promise<void> => {
    if (draft.channel === 'rest') {
      const headers = { ...draft.headers, authorization };
      const { method, path, body } = draft;
      await through.http({ method, path, headers, ...(body === '' ? {} : { body }) });
      return;
    }
    const { ticket = '' } = await ask('/svc/v1/ws/ticket', { authorization });
    let over = (): void => undefined;
    const answered = new Promise<void>((resolve) => (over = resolve));
    const handlers = { frame: () => over(), closed: () => over() };
    const opened = await through.open(`/svc/v1/ws?ticket=${ticket}`, handlers);
    if (opened.kind !== 'open') throw new Error(opened.detail);
    try {
      opened.socket.send(draft.body);
      // What is no request gets no answer.
      await Promise.race([answered, clock.sleep(300)]);
    } finally {
      opened.socket.cut();
    }
  };
  return {
    transport,
    did: async (draft, through = transport) => {
      const before = deeds;
      await leave(draft, through);
      return deeds > before;
    },
    close: async () => {
      await transport.close();
      await running.close();
    },
  };
}
