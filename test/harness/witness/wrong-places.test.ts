// The JSON Pointer of a wrong field is that of the target's reply, also where scenarios call its place otherwise.
import { expect, test } from 'vitest';
import type { Finding } from '../../../src/harness/verdict/verdict.js';
import { wrongPlaces } from '../../../src/harness/witness/wrong-places.js';
import type { TraceRecord } from '../../../src/trace/record.js';

function placesOf(path: string, data: unknown, body: unknown): readonly string[] {
  const reply = { seq: 0, at: 0, kind: 'reply', exchange: 1, channel: 'rest', data, body };
  const finding = { exchanges: [1], paths: [{ path, expected: 'other', actual: 'this' }] };
  return wrongPlaces(finding as unknown as Finding, [reply as TraceRecord]).map(({ pointer }) => pointer);
}

test.each([
  ['its name, where the target has it', 'name', { name: 'a' }, { data: { name: 'a' } }, ['/data/name']],
  ['its value, where the target calls it otherwise', 'on', { on: 7 }, { data: { out: 7 } }, ['/data/out']],
  [
    'its value, where the data is what the scenario names first',
    'config.baudRate',
    { baudRate: 9600 },
    { data: { config: { rs485: { baudRate: 9600 } } } },
    ['/data/config/rs485/baudRate'],
  ],
  ['where it is missing', 'config.name', {}, { data: { config: {} } }, ['/data/config/name']],
  ['nowhere, where its value stands twice', 'on', { on: 7 }, { data: { out: 7, in: 7 } }, []],
])('a place is told by %s', (_, path, data, body, expected) => {
  expect(placesOf(path, data, body)).toEqual(expected);
});
