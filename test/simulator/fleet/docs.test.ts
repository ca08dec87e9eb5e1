// docs/fleets.md against the code: its examples are fleets, its tables name every key with its default.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseDuration } from '../../../src/kernel/duration.js';
import {
  DEFAULT_DIGITAL_INPUT,
  DEFAULT_POWER,
  DEFAULT_RELAY,
  DEFAULT_TIMING,
  PERIPHERAL_KINDS,
} from '../../../src/simulator/device/schema/profile.js';
import { SIGNAL_KINDS } from '../../../src/simulator/device/schema/signals.js';
import { fleetJsonSchema } from '../../../src/simulator/fleet/fleet-file.js';
import { DEFAULT_SETTINGS } from '../../../src/simulator/service/settings.js';
import { DEFAULT_TRANSPORT_SETTINGS } from '../../../src/simulator/transport/server-parts.js';
import { problemsOf } from './parsing.js';

const text = readFileSync(new URL('../../../docs/fleets.md', import.meta.url), 'utf8');
const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml = '']) => yaml);

/** First cell -> second cell of the rows of one table whose first cell is code. */
function table(heading: string): ReadonlyMap<string, string> {
  const after = text.slice(text.indexOf(`\n| ${heading}`) + 1).split('\n\n')[0] ?? '';
  const cells = [...after.matchAll(/^\| `([^`]+)` *\| ([^|]*?) *\|/gm)];
  return new Map(cells.map(([, key = '', second = '']) => [key, second]));
}

/** A default as the table writes it, in the terms of the code. */
function valueOf(cell: string | undefined): unknown {
  const code = /^`(.*)`$/.exec(cell ?? '')?.[1] ?? '';
  return parseDuration(code) ?? withDurations(parse(code));
}

function withDurations(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    typeof each === 'string' ? parseDuration(each) : each,
  ]);
  return Object.fromEntries(entries);
}

function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(keysOf)];
}

describe('the page about fleets', () => {
  it.each(examples)('has an example that is a fleet: %#', (example) => {
    expect(problemsOf(example)).toEqual([]);
  });

  it('has several examples', () => {
    expect(examples.length).toBeGreaterThan(4);
  });

  it.each([
    ['key of `timing`', DEFAULT_TIMING],
    ['key of `power`', DEFAULT_POWER],
    ['class of `quotas`', DEFAULT_SETTINGS.quotas],
    ['key of `limits`', { ...DEFAULT_SETTINGS, ...DEFAULT_TRANSPORT_SETTINGS, quotas: null }],
  ])('tells each default under %s', (heading, defaults) => {
    const told = [...table(heading)].map(([key, cell]): [string, unknown] => [key, valueOf(cell)]);
    expect(Object.fromEntries(told)).toEqual(defaults);
  });

  it.each([
    ['jogDuration', `${DEFAULT_RELAY.jogDuration}ms`],
    ['bootState', DEFAULT_RELAY.bootState],
    ['active', String(DEFAULT_DIGITAL_INPUT.active)],
    ['debounce', `${DEFAULT_DIGITAL_INPUT.debounce}ms`],
  ])('tells the default of %s, %s', (key, value) => {
    expect(text).toMatch(new RegExp(`^\\| \`${key}\` *\\| \`${value}\``, 'm'));
  });

  it.each([...new Set(keysOf(fleetJsonSchema()))])('names the key %s', (key) => {
    expect(text).toMatch(new RegExp(`\`${key}\`|[{ ]${key}:`));
  });

  it('has a row for each signal and each peripheral', () => {
    expect([...table('signal').keys()]).toEqual(SIGNAL_KINDS);
    expect([...table('peripheral').keys()].toSorted()).toEqual(PERIPHERAL_KINDS.toSorted());
  });
});
