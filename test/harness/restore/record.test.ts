// Restore records: what is written can be read again, and what is damaged is told and never believed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyRecord,
  isEmpty,
  parseRecord,
  type RestoreRecord,
  restoreText,
} from '../../../src/harness/restore/record.js';

const ORIGIN = {
  baseUrl: 'http://target.test',
  arguments: ['--target', 'lab.yaml'],
  folder: '/lab',
  profile: '/lab/lab.yaml',
  command: 'conform run --target lab.yaml',
  since: '2026-01-01T00:00:00.000Z',
};
const RECORD: RestoreRecord = {
  ...emptyRecord(ORIGIN),
  devices: [
    {
      name: 'bench',
      deviceId: 'dev-1',
      relays: [{ index: 1, on: true }],
      jogged: [1],
      jogDurations: [{ index: 2, jogDuration: 500 }],
      baudRate: 9600,
    },
  ],
  managed: { deviceId: 'managed-1', listed: true, profileId: 'io', passwordEnv: 'PASSWORD' },
  stimuli: [
    {
      key: 'cut-power bench',
      undo: { name: 'restore-power', device: { name: 'bench', deviceId: 'dev-1' } },
    },
  ],
};

describe('a restore record', () => {
  it('is the same when it is read again', () => {
    expect(parseRecord(restoreText(RECORD))).toEqual({ ok: true, record: RECORD });
    expect(isEmpty(RECORD)).toBe(false);
    expect(isEmpty(emptyRecord(ORIGIN))).toBe(true);
  });

  it('is damaged wherever it was cut off, and that is said', () => {
    const text = restoreText(RECORD).trimEnd();
    for (let length = 0; length < text.length; length++)
      expect(parseRecord(text.slice(0, length))).toEqual({ ok: false, why: expect.any(String) });
  });

  it.each([
    ['', 'it is empty'],
    ['{', 'it is no JSON'],
    [restoreText({ ...RECORD, format: 'conform-restore/9' as 'conform-restore/1' }), '/format: '],
    [restoreText(RECORD).replace('"on": true', '"on": "yes"'), '/devices/0/relays/0/on: '],
    [restoreText(RECORD).replace('"index": 1', '"index": 0'), '/devices/0/relays/0/index: '],
    [restoreText(RECORD).replace('"listed"', '"Listed"'), '/managed/listed: '],
    [restoreText(RECORD).replace('"restore-power"', '"explode"'), '/stimuli/0/undo/name: '],
  ])('says where it is damaged: %#', (text, why) => {
    expect(parseRecord(text)).toEqual({ ok: false, why: expect.stringContaining(why) });
  });

  it('never throws, whatever is read', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseRecord(text).ok).toBe(false);
      }),
    );
  });
});
