// The program around the client: looks after devices, obeys lines and tells what became of them.
import { type Client, createClient } from './client.js';
import type { DeviceEvent } from './events.js';
import { follow, type Following } from './follow.js';
import { readOrder } from './orders.js';
import type { Settings } from './parts.js';
import type { Clock, Ports } from './ports.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ProgramOptions {
  readonly settings: Settings & Partial<Ports>;
  /** The devices to look after; all that the service lists when empty. */
  readonly deviceIds: readonly string[];
  readonly lines: AsyncIterable<string>;
  /** Takes one JSON object, without the line break. */
  readonly write: (line: string) => void;
  readonly clock: Clock;
  /** Aborts when the program has to end at once. */
  readonly stop: AbortSignal;
}

/** How often each device is read: its analog inputs and sensors cause no events. In ms. */
const READ_EVERY = 60_000;
/** How long orders that are under way may take when the program is told to stop, in ms. */
const LAST_ORDERS = 5000;
const MOST_UNDER_WAY = 200;

/** The settings in the environment, or the name of the variable that is missing. */
export function readEnvironment(environment: Environment): (Settings & { deviceIds: string[] }) | string {
  const { CONFORM_URL: url, CONFORM_WS_URL: wsUrl, CONFORM_CLIENT_ID: clientId } = environment;
  const clientSecret = environment['CONFORM_CLIENT_SECRET'];
  if (!url) return 'CONFORM_URL';
  if (!clientId) return 'CONFORM_CLIENT_ID';
  if (!clientSecret) return 'CONFORM_CLIENT_SECRET';
  const listed = environment['CONFORM_DEVICE_IDS'] ?? environment['CONFORM_DEVICE_ID'] ?? '';
  const deviceIds = listed
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const over = environment['CONFORM_COMMANDS_OVER'] === 'websocket' ? 'websocket' : 'rest';
  return { url, clientId, clientSecret, deviceIds, commandsOver: over, ...(wsUrl && { wsUrl }) };
}

/** Resolves when it has been told to stop, or there are no more lines, and the client is closed. */
export async function runProgram(options: ProgramOptions): Promise<void> {
  const { settings, lines, write, clock, stop } = options;
  const client = createClient(settings);
  const tell = (fields: object): void => write(JSON.stringify(fields));
  const ending = new AbortController();
  const end = (): void => ending.abort();
  stop.addEventListener('abort', end, { once: true });
  const caring = lookAfter(client, options, ending.signal);

  const under = new Set<Promise<void>>();
  const follows: Following[] = [];
  let tellsEvents = false;
  const onEvent = (event: DeviceEvent): void => {
    if (tellsEvents) tell({ event });
    for (const each of follows) {
      const command = follow(client, each, event);
      if (command)
        track(
          under,
          command.then((result) => tell({ do: 'follow', ...result })),
        );
    }
  };
  client.listen(onEvent);
  const obey = (line: string): boolean => {
    const order = readOrder(line);
    if (order?.kind === 'stop') return false;
    if (order?.kind === 'listen') {
      tellsEvents = true;
      if (order.following) follows.push(order.following);
    } else if (order && under.size < MOST_UNDER_WAY) {
      track(
        under,
        order.send(client).then((result) => tell({ order: JSON.parse(line), ...result })),
      );
    } else tell({ ok: false, line, failure: { code: order ? 'QUEUE_FULL' : 'UNREADABLE' } });
    return true;
  };
  for await (const line of lines) if (line.trim() !== '' && !obey(line)) break;
  await Promise.race([Promise.allSettled([...under]), clock.sleep(LAST_ORDERS, ending.signal).catch(end)]);
  end();
  await client.close();
  await Promise.allSettled([caring, ...under]);
}

function track(under: Set<Promise<void>>, work: Promise<void>): void {
  const tracked = work.finally(() => under.delete(tracked));
  under.add(tracked);
}

/** Reads the devices and their configurations at the start, and the devices again and again. */
async function lookAfter(
  client: Client,
  { deviceIds, clock }: ProgramOptions,
  end: AbortSignal,
): Promise<void> {
  const listed = await client.listDevices();
  const all = listed.ok ? listed.value.map(({ deviceId }) => deviceId) : [];
  const devices = deviceIds.length > 0 ? deviceIds : all;
  client.lookAfter(...devices);
  await Promise.all(devices.map((deviceId) => client.readConfig(deviceId)));
  while (!end.aborted) {
    await Promise.all(devices.map((deviceId) => client.readDevice(deviceId)));
    await clock.sleep(READ_EVERY, end).catch(() => undefined);
  }
}
