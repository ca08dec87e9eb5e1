import { get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { type Json, type Rig, startRig } from './rig.js';

interface Told {
  readonly id?: string;
  readonly event: string;
  readonly data: Json;
}

/** Reads server-sent events until there are `count`, then hangs up. */
async function listenFor(
  { simulator }: Rig,
  count: number,
  query = '',
  headers: Record<string, string> = {},
  meanwhile: () => void = () => undefined,
): Promise<Told[]> {
  const { url, token } = simulator.control!;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(
      `${url}/journal/follow${query}`,
      { headers: { authorization: `Bearer ${token}`, ...headers } },
      resolve,
    ).on('error', reject);
  });
  expect(response.headers['content-type']).toBe('text/event-stream');
  meanwhile();
  const told: Told[] = [];
  let text = '';
  for await (const piece of response) {
    text += String(piece);
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    told.push(...blocks.map(parseBlock));
    if (told.length >= count) break;
  }
  return told;
}

function parseBlock(block: string): Told {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return {
    ...(fields['id'] && { id: fields['id'] }),
    event: fields['event']!,
    data: JSON.parse(fields['data']!),
  };
}

const poke = ({ simulator }: Rig, deviceId: string, index = 1) =>
  simulator.device(deviceId)!.stimuli.setAnalog(index, 1);

it('tells of new records as they come, and only of those that were asked for', async () => {
  const rig = await startRig();
  poke(rig, 'plant-1');
  const told = await listenFor(rig, 2, '?device=plant-2&kind=stimulus', {}, () => {
    poke(rig, 'plant-1');
    poke(rig, 'plant-2');
    poke(rig, 'plant-2');
  });
  expect(told).toMatchObject([
    { id: '3', event: 'stimulus', data: { seq: 3, deviceId: 'plant-2' } },
    { id: '4', event: 'stimulus', data: { seq: 4 } },
  ]);
});

it('goes on after the record that a reader saw last', async () => {
  const rig = await startRig();
  for (let nth = 0; nth < 5; nth++) poke(rig, 'plant-1');
  const told = await listenFor(rig, 3, '', { 'last-event-id': '3' }, () => poke(rig, 'plant-1'));
  expect(told.map(({ id }) => id)).toEqual(['4', '5', '6']);
  expect((await listenFor(rig, 2, '?since=4')).map(({ id }) => id)).toEqual(['5', '6']);
});

it('tells a reader who was away for too long what it has missed', async () => {
  const rig = await startRig({ journalCapacity: 3 });
  for (let nth = 0; nth < 10; nth++) poke(rig, 'plant-1');
  const told = await listenFor(rig, 4, '', { 'last-event-id': '2' });
  expect(told[0]).toEqual({ event: 'gap', data: { missed: 5 } });
  expect(told.slice(1).map(({ id }) => id)).toEqual(['8', '9', '10']);
});

it('refuses a place that is none', async () => {
  const rig = await startRig();
  const { url, token } = rig.simulator.control!;
  const headers = { authorization: `Bearer ${token}`, 'last-event-id': 'yesterday' };
  expect((await fetch(`${url}/journal/follow`, { headers })).status).toBe(400);
  expect((await rig.control('GET', '/journal?kind=gossip')).status).toBe(400);
});

it('gives a part of the journal, the newest or from a place on', async () => {
  const rig = await startRig();
  for (let nth = 0; nth < 5; nth++) poke(rig, 'plant-1');
  const seqs = async (query: string) =>
    (await rig.control('GET', `/journal${query}`)).body.records.map(({ seq }: { seq: number }) => seq);
  expect(await seqs('?limit=2')).toEqual([4, 5]);
  expect(await seqs('?limit=2&since=1')).toEqual([2, 3]);
  expect((await rig.control('GET', '/journal')).body).toMatchObject({ lastSeq: 5, dropped: 0 });
});
