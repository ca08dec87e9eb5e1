// A service that is killed at random moments while 16 clients work with it, 300 times: no acknowledged command is lost,
// none is carried out twice, no final status changes, and relays and settings are as they were.
import { afterAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/kernel/random.js';
import { start } from '../../e2e/bin.js';
import { attackSeed, sized } from '../size.js';
import { type Book, createCaller, insist, nextRequest } from './clients.js';
import { createService, SPEED } from './life.js';
import { carriedOutWrong, changed, unlike } from './verdicts.js';

const CLIENTS = 16;
const KILLS = 300;
/** Of a life after the service is up, in ms. */
const LONGEST_LIFE = 900;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a service with a folder of state', async () => {
  const service = await createService();
  afterAll(() => service.remove());

  test('loses nothing that it has acknowledged, and does nothing twice, whenever it is killed', async () => {
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
    for (let kills = sized(KILLS); kills > 0; kills--) {
      await pause(moments.integer(1, LONGEST_LIFE));
      await service.kill();
      const said = await service.begin();
      inFlight += Number(/, (\d+) in flight/.exec(said)?.[1] ?? 0);
    }
    over = true;
    await Promise.all(working);

    const { finals, counts } = book;
    process.stdout.write(
      `${finals.length} acknowledged, ${inFlight} in flight at a kill; ${JSON.stringify(counts)}\n`,
    );
    const ask = createCaller(service.url);
    expect(finals.length).toBeGreaterThan(sized(KILLS));
    expect(inFlight).toBeGreaterThan(sized(KILLS) / 10);
    expect(await changed(ask, book)).toEqual([]);
    expect(carriedOutWrong(book, service.acts())).toEqual([]);
    expect(await unlike(ask, book)).toEqual([]);

    const run = start(['run', '--target', service.url, '--speed', String(SPEED)]);
    const { code, stdout } = await run.ended;
    process.stdout.write(stdout);
    // On a machine with much to do a check may come to no verdict.
    expect([0, 4]).toContain(code);
    await service.stop();
  });
});
