// A restore file that was written under a wrong line of the dialect, read when that line has been corrected.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDialect } from '../../../src/dialect/parse-dialect.js';
import { emptyRecord, parseRecord, restoreText } from '../../../src/harness/restore/record.js';
import { readAnew } from '../../../src/harness/restore/read-anew.js';

const FILE = 'fixtures/dialects/scrambled.yaml';
const TEXT = readFileSync(FILE, 'utf8');

function dialectWith(from: string, to: string) {
  const text = TEXT.replace(from, to);
  if (from !== '' && text === TEXT) throw new Error(`the dialect has no ${from}`);
  const parsed = parseDialect(text, 'own.yaml');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

const origin = {
  baseUrl: 'http://a.test',
  arguments: [],
  folder: '/',
  command: 'conform run',
  since: '2026-01-01T00:00:00.000Z',
};

const device = {
  name: 'bench',
  deviceId: 'bench-01',
  relays: [
    { index: 1, on: true },
    { index: 3, on: false },
  ],
  jogged: [3],
  jogDurations: [{ index: 1, jogDuration: 500 }],
  baudRate: 9600,
};

/** What is left by a run under the first dialect, as the second one reads it. */
function underOther(was: ReturnType<typeof dialectWith>, now: ReturnType<typeof dialectWith>) {
  const { file, text } = was.source;
  const written = restoreText({ ...emptyRecord(origin), dialect: { file, text }, devices: [device] });
  const read = parseRecord(written);
  if (!read.ok) throw new Error(read.why);
  return readAnew(read.record, now).devices[0];
}

const right = dialectWith('', '');

describe('what was found under another dialect', () => {
  it('is the same under the same one', () => {
    expect(underOther(right, right)).toEqual(device);
  });

  it('has the relays the other way round where their words were exchanged', () => {
    const swapped = dialectWith('$relay.on(AN|AUS)', '$relay.on(AUS|AN)');
    expect(underOther(swapped, right)?.relays).toEqual([
      { index: 1, on: false },
      { index: 3, on: true },
    ]);
  });

  it('has other relays where they were counted from elsewhere', () => {
    const counted = dialectWith('indexBase: 0', 'indexBase: 1');
    expect(underOther(counted, right)).toMatchObject({
      relays: [
        { index: 2, on: true },
        { index: 4, on: false },
      ],
      jogged: [4],
      jogDurations: [{ index: 2, jogDuration: 500 }],
      baudRate: 9600,
    });
  });

  it('stays as it is where the record is of an older version', () => {
    const read = parseRecord(restoreText({ ...emptyRecord(origin), devices: [device] }));
    expect(read.ok && readAnew(read.record, right).devices).toEqual([device]);
  });
});
