// A service that is killed at random moments while 16 clients work with it, 300 times: no acknowledged command is lost,
// none is carried out twice, no final status changes, and relays and settings are as they were.
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../../../src/kernel/random.js';
import { start } from '../../e2e/bin.js';
import { attackSeed, sized } from '../size.js';
import { type Ask, type Book, createCaller, insist, nextRequest } from './clients.js';
import { createService, type Service, SPEED } from './life.js';
import { carriedOutWrong, changed, unlike } from './verdicts.js';

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
