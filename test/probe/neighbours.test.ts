// The neighbouring readings of a dialect: what each line is mistaken for, and that the rest stays as it is.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import type { Profile } from '../../src/harness/profile/profile.js';
import { neighboursOf } from '../../src/probe/neighbours.js';

function neighboursIn(name: string) {
  const file = `fixtures/dialects/${name}.yaml`;
  const parsed = parseDialect(readFileSync(file, 'utf8'), file);
  if (!parsed.ok) throw new Error(`${file} can be read`);
  const reading = { dialect: parsed.value, profile: {} as Profile };
  return { reading, dialect: parsed.value, neighbours: neighboursOf(reading) };
}

const { reading, dialect, neighbours } = neighboursIn('scrambled');
const STATE = {
  relays: [{ index: 1, on: true }],
  digitalInputs: [{ index: 1, active: true }],
  analogInputs: [],
  sensors: [],
};

describe('the neighbours of a dialect', () => {
  it('exchange two words, and say in which line', () => {
    const found = neighbours.find(({ now }) => now === '$relay.on is (AUS|AN)');
    expect(found?.line).toBe('line 40 of fixtures/dialects/scrambled.yaml');
    const right = dialect.shapes.peripherals.encode(STATE);
    const read = found?.reading()?.dialect.shapes.peripherals.decode(right);
    expect(read).toMatchObject({ ok: true, value: { relays: [{ index: 1, on: false }] } });
  });

  it('take another unit, another encoding, another base and another status', () => {
    const said = neighbours.map(({ now }) => now);
    expect(said).toContain('$relay.jogDuration is in tenths of a second');
    expect(said).toContain('$data is hex');
    expect(said).toContain('indexBase is 1');
    expect(said).toContain('tokenLifetime is seconds');
    expect(said).toContain('QUEUED is succeeded');
    expect(said).toContain('$analog.value is x10');
  });

  it('exchange two fields, and take the name of one that came and is not read', () => {
    const unread = (path: readonly string[]) => (path.join() === 'command' ? ['trace'] : []);
    const said = neighboursOf(reading, { unread }).map(({ now }) => now);
    expect(said).toContain('label is $profileId?, and type is $name?');
    expect(said).toContain('trace is $status');
  });

  it('load, most of them, and all that load differ from the dialect', () => {
    const loaded = neighbours.flatMap((each) => each.reading()?.dialect ?? []);
    expect(loaded.length).toBeGreaterThan(neighbours.length * 0.7);
    expect(new Set(loaded.map(({ source }) => source.text)).size).toBe(loaded.length);
  });

  it('are none of words that the interface fixes', () => {
    expect(
      neighboursIn('default')
        .neighbours.map(({ was }) => was)
        .join(),
    ).not.toContain('TIMEOUT is timeout');
  });
});
