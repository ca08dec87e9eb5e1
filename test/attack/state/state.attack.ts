// A service that is killed at random moments while 16 clients work with it, 300 times: no acknowledged command is lost,
// none is carried out twice, no final status changes, and relays and settings are as they were.
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../../../src/kernel/random.js';
import { start } from '../../e2e/bin.js';
import { attackSeed, sized } from '../size.js';
import { type Ask, type Book, createCaller, finalOf, insist, nextRequest } from './clients.js';
import { createService, type Service, SPEED } from './life.js';

const CLIENTS = 16;
const KILLS = 300;
/** Of the service that is not durable. */
const CARELESS_KILLS = 6;
/** Of a life after the service is up, in ms. */
const LONGEST_LIFE = 900;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a service with a folder of state', () => {
  test('loses nothing that it has acknowledged, and does nothing twice, whenever it is killed', async () => {
    const service = await createService('durable');
    onTestFinished(() => service.remove());
    const kills = sized(KILLS);
    const { book, inFlight } = await killed(service, kills);
    const { finals, counts } = book;
    const ask = createCaller(service.url);
    expect(finals.length).toBeGreaterThan(kills);
    expect(inFlight).toBeGreaterThan(kills / 10);
    expect(await wrongOf(ask, book, service)).toEqual([]);

    const run = start(['run', '--target', service.url, '--speed', String(SPEED)]);
    const { code, stdout } = await run.ended;
    process.stdout.write(stdout.split('\n').slice(-4).join('\n'));
    // On a machine with much to do a check may come to no verdict.
    expect([0, 4]).toContain(code);
    process.stdout.write(
      `${kills} kills: ${finals.length} acknowledged commands, none lost, none carried out twice, none changed; ` +
        `${inFlight} in flight at a kill; ${JSON.stringify(counts)}\n`,
    );
    await service.stop();
  });

  test('is found out where it acknowledges what is not on disk yet', async () => {
    const service = await createService('careless');
    onTestFinished(() => service.remove());
    const { book } = await killed(service, CARELESS_KILLS);
    const wrong = await wrongOf(createCaller(service.url), book, service);
    process.stdout.write(`a store that is not durable: ${wrong.length} findings\n`);
    expect(wrong.length).toBeGreaterThan(0);
    await service.stop();
  });
});

interface Worked {
  readonly book: Book;
  /** Commands that were in flight at a kill. */
  readonly inFlight: number;
}

/** Clients work with the service, which is killed again and again, and comes back. */
async function killed(service: Service, kills: number): Promise<Worked> {
  const random = createRandom(attackSeed());
  const moments = random.stream('moments');
  const book: Book = { finals: [], counts: {} };
  let nth = 0;
  let over = false;
  await service.begin();
  const working = Array.from({ length: CLIENTS }, async (_, client) => {
    const stream = random.stream(`client/${client}`);
    const ask = createCaller(service.url);
    const isOver = (): boolean => over;
    while (!isOver()) await insist(ask, nextRequest(stream, ++nth), book, isOver);
  });
  let inFlight = 0;
  for (let left = kills; left > 0; left--) {
    await pause(moments.integer(1, LONGEST_LIFE));
    await service.kill();
    const said = await service.begin();
    inFlight += Number(/, (\d+) in flight/.exec(said)?.[1] ?? 0);
  }
  over = true;
  await Promise.all(working);
  return { book, inFlight };
}

async function wrongOf(ask: Ask, book: Book, service: Service): Promise<unknown[]> {
  const twice = carriedOutWrong(book, service.acts());
  return [...(await changed(ask, book)), ...twice, ...(await unlike(ask, book))];
}

/** Acknowledged commands that are not there any more, or are not as they were acknowledged. */
async function changed(ask: Ask, { finals }: Book): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const { request, final } of finals) {
    const reply = await ask('GET', `/svc/v1/commands/${final.commandId}`);
    const now = reply?.body.data?.command;
    if (!now || finalOf(now).text !== final.text)
      wrong.push({ request, final, now: now ?? reply?.body.code });
  }
  return wrong;
}

/** Operations that were carried out twice, or never although they have succeeded. */
function carriedOutWrong(
  { finals }: Book,
  acts: readonly { readonly deviceId: string; readonly operation: string }[],
): unknown[] {
  const times = new Map<string, number>();
  for (const { deviceId, operation } of acts)
    times.set(`${deviceId} ${operation}`, (times.get(`${deviceId} ${operation}`) ?? 0) + 1);
  const relays = (key: string): boolean => key.includes('device.relay.set');
  const twice = [...times].filter(([key, count]) => !relays(key) && count > 1);
  const never = finals.filter(
    ({ request, final }) =>
      request.act !== undefined &&
      final.status === 'SUCCEEDED' &&
      !times.has(`${request.deviceId} ${request.act}`),
  );
  // Changes of relays look alike: all together must not be more than there were commands.
  const asked = finals.filter(({ request }) => request.act === undefined).length;
  const done = acts.filter(({ operation }) => relays(operation)).length;
  return [...twice, ...never, ...(done > asked ? [{ asked, done }] : [])];
}

/** Relays and jog durations that no order of the acknowledged commands can have led to. */
async function unlike(ask: Ask, { finals }: Book): Promise<unknown[]> {
  const possible = new Map<string, Set<unknown>>();
  const inOrder = finals.toSorted(
    (a, b) => Date.parse(a.final.completedAt) - Date.parse(b.final.completedAt),
  );
  for (const { request, final } of inOrder) {
    const { durationMs, relays } = request.body as { durationMs?: number; relays?: { action: string }[] };
    const value = durationMs ?? relays?.[0]?.action;
    if (value === undefined || final.status === 'FAILED') continue;
    const key = `${request.deviceId} ${durationMs === undefined ? 'relay' : 'jog'}`;
    // What timed out may have taken place.
    const before = final.status === 'TIMEOUT' ? [...(possible.get(key) ?? [undefined])] : [];
    possible.set(key, new Set([...before, value]));
  }
  const wrong: unknown[] = [];
  for (const [key, values] of possible) {
    const [deviceId, what] = key.split(' ');
    const now = what === 'jog' ? await jogOf(ask, deviceId ?? '') : await relayOf(ask, deviceId ?? '');
    if (!values.has(now) && !values.has(undefined)) wrong.push({ key, now, expected: [...values] });
  }
  return wrong;
}

async function jogOf(ask: Ask, deviceId: string): Promise<unknown> {
  const reply = await ask('GET', `/svc/v1/devices/${deviceId}/config`);
  const data = reply?.body.data as { config?: { relays: { jogDurationMs: number }[] } } | undefined;
  return data?.config?.relays[1]?.jogDurationMs;
}

async function relayOf(ask: Ask, deviceId: string): Promise<unknown> {
  const reply = await ask('GET', `/svc/v1/devices/${deviceId}`);
  const data = reply?.body.data as { device?: { peripherals: { relays: { on: boolean }[] } } } | undefined;
  const on = data?.device?.peripherals.relays[2]?.on;
  return on === undefined ? reply?.body : on ? 'on' : 'off';
}
