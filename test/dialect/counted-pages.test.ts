// Dialects whose pages are counted: the simulator gives them out, and the harness reads where the next one begins.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withNextPage } from '../../src/harness/target/driver/read-reply.js';
import type { DeviceList } from '../../src/contract/schemas/device.js';
import type { Paging } from '../../src/dialect/dialect.js';
import { openInProcess } from '../../src/lab/in-process/open-in-process.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { demoDevices } from '../simulator/fleet/demo-devices.js';
import { dialectOf, textOf } from './read-dialect.js';

const { length: ALL } = demoDevices();

/** The last of three such pages is not full. */
const THIRD = Math.ceil(ALL / 3);

const LIST = /^deviceList:\n(?: .*\n)+/m;

/** The default dialect with another way to page. */
function paged(paging: string, list: string): string {
  return textOf('default')
    .replace(/^paging: .*$/m, `paging: ${paging}`)
    .replace(LIST, `deviceList: ${list}\n`);
}

/** The first thing that is wrong with it. */
function problemOf(text: string): string {
  const result = parseDialect(text, 'd.yaml');
  return result.ok ? '' : `${result.problems[0]?.message} (${result.problems[0]?.hint ?? ''})`;
}

/** The identifiers on the pages of so many devices, one page after another. */
async function pagesOf(text: string, limit: number): Promise<string[][]> {
  const fleet = loadFleet(undefined, process.cwd());
  if (!fleet.ok) throw new Error('the fleet cannot be read');
  const { open, clock } = await openInProcess({ fleet: fleet.value.spec, dialect: dialectOf(text) });
  const [client = ''] = Object.keys(open.profile.clients);
  const pages: string[][] = [];
  const walk = async (): Promise<void> => {
    let cursor: string | undefined;
    do {
      const call = { name: 'listDevices', limit, ...(cursor === undefined ? {} : { cursor }) } as const;
      const { outcome } = await open.target.request(call, { client });
      if (outcome.kind !== 'reply') throw new Error('no reply');
      const list = outcome.reply.data as DeviceList;
      pages.push(list.devices.map(({ deviceId }) => deviceId));
      cursor = list.nextCursor;
    } while (cursor !== undefined && pages.length < 20);
    await open.close();
  };
  await clock.runUntil(walk());
  return pages;
}

describe('a dialect that counts pages', () => {
  it.each([
    [
      'pages from 1, and how many devices there are',
      '{ page: no, limit: size }',
      '{ devices: [$device], rows: $total }',
    ],
    ['pages from 0, and how many there are', '{ page: no, from: 0 }', '{ devices: [$device], of: $pages }'],
    ['pages, and whether there is another', '{ page: no }', "{ devices: [$device], more: '$more(yes|no)' }"],
    [
      'pages, and the number of the next',
      '{ page: no }',
      "{ devices: [$device], next: '$nextCursor:number?' }",
    ],
    ['devices before the page', '{ offset: skip }', '{ devices: [$device], total: $total }'],
  ])('shows each device once (%s)', async (_, paging, list) => {
    const pages = await pagesOf(paged(paging, list), THIRD);
    expect(pages.map(({ length }) => length)).toEqual([THIRD, THIRD, ALL - 2 * THIRD]);
    expect(new Set(pages.flat()).size).toBe(ALL);
  });

  it('ends where a page is full and the last', async () => {
    const text = paged('{ page: no }', '{ devices: [$device], rows: $total }');
    expect((await pagesOf(text, ALL / 2)).map(({ length }) => length)).toEqual([ALL / 2, ALL / 2]);
  });

  it.each(['tuya', 'particle', 'ewelink'])('is %s of the gallery', async (name) => {
    const text = readFileSync(`fixtures/dialects/gallery/${name}.yaml`, 'utf8');
    expect(dialectOf(text).paging.counts).not.toBe('nothing');
    expect((await pagesOf(text, 9)).flat()).toHaveLength(ALL);
  });

  it('has to show where the pages end, and to ask for them in one way', () => {
    expect(problemOf(paged('{ page: no }', '{ devices: [$device] }'))).toMatch(
      /^pages are counted, and deviceList does not show whether there is another one \(Show \$total/,
    );
    expect(problemOf(paged('{ page: no, offset: skip }', '{ devices: [$device] }'))).toMatch(
      /one of cursor, page and offset/,
    );
    expect(problemOf(paged('{ offset: skip, from: 1 }', '{ devices: [$device] }'))).toMatch(
      /`from` goes with `page`/,
    );
  });
});

describe('the next page', () => {
  const devices = [{ deviceId: 'a' }, { deviceId: 'b' }];
  const next = (paging: Partial<Paging>, asked: object, list: Omit<DeviceList, 'devices'>): unknown =>
    withNextPage(
      {
        ...dialectOf(textOf('default')),
        paging: { limit: 'size', cursor: 'no', counts: 'pages', from: 1, ...paging },
      },
      { name: 'listDevices', ...asked },
      { devices, ...list },
    ).nextCursor;

  it('is counted from the size that was asked for, that the list names, or that the first page has', () => {
    expect(next({}, { limit: 2, cursor: '2' }, { total: 5 })).toBe('3');
    expect(next({}, { limit: 2, cursor: '2' }, { total: 4 })).toBeUndefined();
    expect(next({}, { cursor: '3' }, { pageSize: 10, total: 22 })).toBeUndefined();
    expect(next({}, {}, { total: 3 })).toBe('2');
    expect(next({ counts: 'devices', from: 0 }, { cursor: '4' }, { total: 7 })).toBe('6');
  });

  it('is none after a page without devices, whatever its reply promises', () => {
    const list: DeviceList = { devices: [], more: true };
    const dialect = {
      ...dialectOf(textOf('default')),
      paging: { limit: 'l', cursor: 'p', counts: 'pages', from: 1 } as const,
    };
    expect(withNextPage(dialect, { name: 'listDevices' }, list)).toBe(list);
  });
});
