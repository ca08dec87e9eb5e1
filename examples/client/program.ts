// The program around the client: looks after devices, obeys lines and tells what became of them.
import { parseObject } from './answer.js';
import { type Client, createClient } from './client.js';
import type { DeviceEvent } from './events.js';
import { follow, type Following } from './follow.js';
import { readOrder } from './orders.js';
import type { Settings, Wraps } from './parts.js';
import type { Clock, Ports, Random } from './ports.js';
import type { Result } from './result.js';
import { sideBySide } from './side-by-side.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ProgramOptions {
  readonly settings: Settings & Partial<Ports>;
  /** Other parts in place of the client's own. */
  readonly wraps?: Wraps;
  /** The devices to look after; all that the service lists when empty. */
  readonly deviceIds: readonly string[];
  readonly lines: AsyncIterable<string>;
  /** Takes one JSON object, without the line break. */
  readonly write: (line: string) => void;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts when the program has to end at once. */
  readonly stop: AbortSignal;
}

/** How often each device is read: its analog inputs and sensors cause no events. In ms. */
const READ_EVERY = 60_000;
/** How long orders that are under way may take when the program is told to stop, in ms. */
const LAST_ORDERS = 5000;
const MOST_UNDER_WAY = 200;
const TOO_MANY = { code: 'QUEUE_FULL', message: 'too many orders are under way' };
const UNREADABLE = { code: 'UNREADABLE', message: 'this is no order, or it lacks what the order needs' };

export interface ProgramSettings extends Settings {
  readonly deviceIds: readonly string[];
  /** A folder that processes of one API client with the same devices have in common. */
  readonly sharedFolder?: string;
}

/** The settings in the environment, or the name of the variable that is missing. */
export function readEnvironment(environment: Environment): ProgramSettings | string {
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
  const sharedFolder = environment['CONFORM_SHARED_FOLDER'];
  const given = { ...(wsUrl && { wsUrl }), ...(sharedFolder && { sharedFolder }) };
  return { url, clientId, clientSecret, deviceIds, commandsOver: over, ...given };
}

/** Resolves when it has been told to stop, or there are no more lines, and the client is closed. */
export async function runProgram(options: ProgramOptions): Promise<void> {
  const { settings, wraps, lines, write, clock, stop } = options;
  const client = createClient(settings, wraps);
  const tell = (fields: object): void => write(JSON.stringify(fields));
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const stopped = new Promise<undefined>((resolve) => {
    stop.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  void stopped.then(end);

  const under = new Set<Promise<void>>();
  const follows: Following[] = [];
  let tellsEvents = false;
  const report = (about: object, work: Promise<Result<unknown>>): void => {
    const told = work.then((result) => tell({ ...about, ...result })).finally(() => under.delete(told));
    under.add(told);
  };
  const onEvent = (event: DeviceEvent): void => {
    if (tellsEvents) tell({ event });
    for (const following of follows) {
      const command = follow(client, following, event);
      if (command) report({ following }, command);
    }
  };
  const caring = lookAfter(client, options, onEvent, ending.signal);
  const obey = (line: string): boolean => {
    const order = readOrder(line);
    if (order?.kind === 'stop') return false;
    if (order?.kind === 'listen') {
      tellsEvents = true;
      if (order.following) follows.push(order.following);
    } else if (order && under.size < MOST_UNDER_WAY) {
      report({ order: parseObject(line) }, order.send(client));
    } else tell({ line, ok: false, failure: order ? TOO_MANY : UNREADABLE });
    return true;
  };
  const orders = lines[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([orders.next(), stopped]);
    if (!next || next.done === true || (next.value.trim() !== '' && !obey(next.value))) break;
  }
  await Promise.race([Promise.allSettled([...under]), clock.sleep(LAST_ORDERS, ending.signal).catch(end)]);
  end();
  await client.close();
  await Promise.allSettled([caring, ...under]);
}

/** Lists the devices, listens to them, and reads each of them now and then. Reads at the start are the baseline's. */
async function lookAfter(
  client: Client,
  { deviceIds, clock, random }: ProgramOptions,
  onEvent: (event: DeviceEvent) => void,
  end: AbortSignal,
): Promise<void> {
  const listed = await client.listDevices();
  const all = listed.ok ? listed.value.map(({ deviceId }) => deviceId) : [];
  const devices = deviceIds.length > 0 ? deviceIds : all;
  client.lookAfter(...devices);
  client.listen(onEvent);
  await sideBySide(devices, (deviceId) => client.readConfig(deviceId));
  for (;;) {
    await clock.sleep(READ_EVERY * (0.75 + random() / 2), end).catch(() => undefined);
    if (end.aborted) return;
    await sideBySide(devices, (deviceId) => client.readDevice(deviceId));
  }
}
