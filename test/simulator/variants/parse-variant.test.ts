// What the file of a variant may say, what becomes of the fleet, and what is said of mistakes.
import { describe, expect, it } from 'vitest';
import { planNames } from '../../../src/cli/load/variants.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';
import { parseVariant } from '../../../src/simulator/variants/parse-variant.js';

const FLEET = `
limits: { ticketLifetime: 30s, quotas: { token: { limit: 5, window: 1s } } }
profiles:
  io: { relays: [{}] }
devices:
  - { deviceId: one, profile: io }
  - { deviceId: two, profile: io, overrides: { relays: [{ jogDuration: 3s }] } }
clients: { op: { secret: s, scopes: ['device:read'] } }
`;

const HEAD = 'title: t\nwhy: w\n';

function read(text: string) {
  const fleet = parseFleet(FLEET, 'fleet.yaml');
  if (!fleet.ok) throw new Error('the fleet of the test is sound');
  return parseVariant(text, 'variant.yaml', { fleet: fleet.value, namesOf: planNames });
}

function problemOf(text: string): string {
  const parsed = read(text);
  if (parsed.ok) return 'none';
  const [first] = parsed.problems;
  return first
    ? `${first.file}:${first.line}:${first.column} ${first.message} ${first.hint ?? ''}`.trim()
    : '';
}

describe('a variant', () => {
  it('sets limits beside those of the fleet', () => {
    const parsed = read(
      `${HEAD}limits: { refreshInterval: 5s, quotas: { query: { limit: 1, window: 2s } } }\n`,
    );
    expect(parsed.ok && parsed.value.fleet.limits).toEqual({
      ticketLifetime: 30_000,
      refreshInterval: 5000,
      quotas: { token: { limit: 5, window: 1000 }, query: { limit: 1, window: 2000 } },
    });
  });

  it('replaces a profile for all devices but those with overrides, and adds devices', () => {
    const parsed = read(
      `${HEAD}profiles: { io: { relays: [{ jogDuration: 2s }] } }\ndevices: [{ deviceId: 'x-{1..2}', profile: io }]\n`,
    );
    const jogs = parsed.ok
      ? parsed.value.fleet.devices.map(({ device }) => device.relays[0]?.jogDuration)
      : [];
    expect(jogs).toEqual([2000, 3000, 2000]);
  });

  it('may order faults on devices that it adds', () => {
    const parsed = read(
      `${HEAD}devices: [{ deviceId: new, profile: io }]\nfaults: [{ fault: offline, on: { device: new } }]\n`,
    );
    expect(parsed.ok && parsed.value.faults.map(({ type }) => type)).toEqual(['offline']);
  });

  it.each([
    [HEAD, 'variant.yaml:1:1 the file: a variant differs in one of dialect, limits'],
    ['title: t\nstyles: [header-case]\n', 'variant.yaml:1:1 why is missing'],
    [
      `${HEAD}styles: [header-cas]\n`,
      'variant.yaml:3:10 unknown style "header-cas" Did you mean "header-case"?',
    ],
    [`${HEAD}styles: [header-case, header-case]\n`, 'variant.yaml:3:23 "header-case" is there twice'],
    [`${HEAD}limits: { refreshInterval: 2s }\n`, 'variant.yaml:3:28 limits.refreshInterval:'],
    [
      `${HEAD}faults:\n  - { fault: latencie }\n`,
      'variant.yaml:4:14 unknown fault "latencie" Did you mean "latency"?',
    ],
    [
      `${HEAD}faults:\n  - { fault: offline, on: { device: thre } }\n`,
      'variant.yaml:4:37 unknown device "thre"',
    ],
    [
      `${HEAD}devices: [{ deviceId: a, profile: oi }]\n`,
      'variant.yaml:3:35 unknown profile "oi" Did you mean "io"?',
    ],
    [
      `${HEAD}style: [header-case]\ndialect: d\n`,
      'variant.yaml:3:1 unknown key "style" Did you mean "styles"?',
    ],
  ])('%j is told where and what is wrong', (text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });
});
