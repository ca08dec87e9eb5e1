// How much of a long reply is made in one turn of the loop: as much as the machine makes in a short time.
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createLongBody } from '../../../src/simulator/transport/rest/message.js';
import { writeReply } from '../../../src/simulator/transport/rest/write-reply.js';

const PART = 'x'.repeat(10_000);
const PARTS = 60;

/** The pieces in which the reply is written. @param partTakes ms of the machine for each part */
async function piecesWhere(partTakes: number): Promise<string[]> {
  let time = 0;
  const body = createLongBody(function* parts() {
    for (let left = PARTS; left > 0; left--) {
      time += partTakes;
      yield PART;
    }
  });
  const pieces: string[] = [];
  const response = {
    destroyed: false,
    writeHead: () => undefined,
    write: (piece: Buffer) => pieces.push(String(piece)) > 0,
    end: () => undefined,
  };
  const clocks = { clock: createManualClock(), machine: { now: () => time } };
  await writeReply(response as unknown as ServerResponse, { status: 200, headers: {}, body }, clocks);
  expect(pieces.join('')).toBe(PART.repeat(PARTS));
  return pieces;
}

it('is one part where a part takes long, and many where it does not', async () => {
  expect(await piecesWhere(30)).toHaveLength(PARTS);
  expect(await piecesWhere(1)).toHaveLength(PARTS / 2);
});

it('is a quarter of a megabyte at most, however quick the machine is', async () => {
  const lengths = (await piecesWhere(0)).map(({ length }) => length);
  expect(lengths).toEqual([270_000, 270_000, 60_000]);
});
