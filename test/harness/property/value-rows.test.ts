// The programs about values go through the whole table, within what a profile permits.
import { describe, expect, it } from 'vitest';
import { combinationsIn, combinationsOf } from '../../../src/kernel/covering-array.js';
import { createRandom } from '../../../src/kernel/random.js';
import { compose } from '../../../src/harness/property/compose.js';
import type { ProgramFacts } from '../../../src/harness/property/facts.js';
import { createProgramSource } from '../../../src/harness/property/draw.js';
import {
  BYTES,
  createValueRows,
  LENGTHS,
  tableFor,
  VALUE_TABLE_NAMES,
} from '../../../src/harness/property/value-rows.js';

const RS485 = { answered: '0103', unanswered: '7f', echo: ['ee', '00'] };

function factsWith(
  rs485: ProgramFacts['devices'][number]['rs485'],
  more: Partial<ProgramFacts> = {},
): ProgramFacts {
  const entry = { deviceId: 'd1', relays: [1, 2, 3], ...(rs485 && { rs485 }) };
  const device = {
    name: 'plant',
    profileName: 'd1',
    entry,
    relays: ['lamp', 'pump', 'fan'],
    rs485,
    stimuli: [],
  } as const;
  const scopes = ['device:control', 'device:config'] as const;
  return {
    devices: [device],
    clients: [{ name: 'first', profileName: 'op', scopes }],
    connections: ['left', 'right'],
    witness: false,
    ...more,
  };
}

const random = () => createRandom(1).stream('values');
const stepsOf = (facts: ProgramFacts): readonly Readonly<Record<string, unknown>>[] => {
  const rows = createValueRows(facts, random());
  return Array.from({ length: rows?.programs ?? 0 }, (_, place) => place).flatMap(
    (place) => compose(rows?.commandsAt(place) ?? [], facts, { settle: 0 }).body,
  );
};

describe('programs about values', () => {
  it('meet each pair of classes of bytes', () => {
    const facts = factsWith(RS485);
    const table = tableFor('transceive', { relays: [], rs485: RS485 }, facts);
    const sent = new Set(
      stepsOf(facts).flatMap(({ transceive, data }) => (transceive === undefined ? [] : String(data))),
    );
    const wanted = combinationsOf(
      { length: table.axes['length'] ?? [], bytes: table.axes['bytes'] ?? [] },
      table,
    );
    const met = new Set(
      LENGTHS.flatMap((length) =>
        Object.entries(BYTES).flatMap(([bytes]) =>
          [...sent].some((data) => data.length / 2 === length && looksLike(bytes, data))
            ? combinationsIn({ length: String(length), bytes })
            : [],
        ),
      ),
    );
    expect(wanted.filter((each) => !met.has(each))).toEqual([]);
  });

  it('send no bytes but those that the profile lists', () => {
    const sent = stepsOf(factsWith(RS485)).flatMap(({ data }) => (typeof data === 'string' ? data : []));
    expect(sent.filter((data) => data !== 'unanswered' && !/^(ee|00)/.test(data))).toEqual([]);
    expect(stepsOf(factsWith({ answered: '0103' })).filter(({ transceive }) => transceive)).toEqual([]);
  });

  it('switch all relays of a device in one request, where it has more than programs have names for', () => {
    const facts = factsWith(RS485);
    const devices = facts.devices.map((device) => ({ ...device, further: ['further1', 'further2'] }));
    const most = (of: ProgramFacts): number =>
      Math.max(...stepsOf(of).map(({ relays }) => Object.keys(Object(relays)).length));
    expect([most(facts), most({ ...facts, devices })]).toEqual([3, 5]);
  });

  it('leave the single-relay endpoint and jogs out where there are none', () => {
    const text = JSON.stringify(stepsOf(factsWith(RS485, { noSingle: true, noJog: true })));
    expect(text).not.toMatch(/compatibility|jog/i);
    expect(JSON.stringify(stepsOf(factsWith(RS485)))).toMatch(/compatibility.*"jog"/);
  });

  it('are all drawn in a run of the usual length', () => {
    const facts = factsWith(RS485);
    const source = createProgramSource([facts], createRandom(1), { longWaits: false });
    const drawn = Array.from({ length: 27 }, (_, index) => source.profileOf(index)).filter(
      (each) => each === 'values',
    );
    expect(drawn.length).toBeGreaterThanOrEqual(createValueRows(facts, random())?.programs ?? Infinity);
  });

  it('are none for a client that may only read', () => {
    const reader = [{ name: 'first', profileName: 'r', scopes: ['device:read'] }] as const;
    expect(createValueRows(factsWith(RS485, { clients: reader }), random())).toBeUndefined();
    expect(VALUE_TABLE_NAMES.length).toBe(4);
  });
});

function looksLike(bytes: string, data: string): boolean {
  if (bytes === 'a zero first') return data.startsWith('00');
  if (bytes === 'a zero last') return data.endsWith('00');
  if (bytes === 'control bytes inside') return data.slice(2, 4) === '0a';
  if (bytes === 'above 127') return Number.parseInt(data.slice(2, 4), 16) > 127;
  return !data.endsWith('00') && !data.startsWith('00');
}
