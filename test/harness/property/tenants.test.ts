// Who the programs of a run are for: the devices and the API clients of each tenant, whoever else is in the profile.
import { describe, expect, it } from 'vitest';
import { createProgramSource } from '../../../src/harness/property/draw.js';
import { type ProgramFacts, tenantsOf } from '../../../src/harness/property/facts.js';
import { PROPERTIES, whyNoOccasion } from '../../../src/harness/property/results.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import { createRandom } from '../../../src/kernel/random.js';

const client = (scopes: Profile['clients'][string]['scopes'], devices?: readonly string[]) => ({
  clientId: 'id',
  clientSecret: 'a secret of somebody',
  scopes,
  ...(devices && { devices }),
});

const profileOf = (clients: Profile['clients'], ...devices: readonly string[]): Profile => ({
  name: 'lab',
  baseUrl: 'https://lab.test',
  websocketUrl: 'wss://lab.test',
  tls: { insecure: false },
  clients,
  devices: Object.fromEntries(devices.map((deviceId) => [deviceId, { deviceId, relays: [1] }])),
  requestsPerSecond: 10,
  patience: 1000,
});

describe('the tenants of a profile', () => {
  it('are the sets of devices that clients may use, each with its own clients first', () => {
    const clients = {
      north: client(['device:control'], ['n1', 'n2']),
      nightwatch: client(['device:read'], ['n1', 'n2']),
      south: client(['device:control', 'device:config'], ['s1']),
      office: client(['device:control']),
      nobody: client(['device:control'], []),
    };
    expect(tenantsOf(profileOf(clients, 'n1', 'n2', 's1'))).toEqual([
      { devices: ['s1'], clients: ['south', 'office'] },
      { devices: ['n1', 'n2', 's1'], clients: ['office'] },
      { devices: ['n1', 'n2'], clients: ['north', 'office', 'nightwatch'] },
    ]);
  });

  it('have each their turns among the programs, by their share, and the same ones each time', () => {
    const facts = (profileName: string, share: number): ProgramFacts => ({
      devices: [
        {
          name: 'plant',
          profileName,
          entry: { deviceId: profileName, relays: [1] },
          relays: ['lamp'],
          rs485: undefined,
          stimuli: [],
        },
      ],
      clients: [{ name: 'first', profileName: 'a', scopes: ['device:control'] }],
      connections: ['left', 'right'],
      witness: false,
      share,
    });
    const source = createProgramSource([facts('large', 10), facts('small', 1)], createRandom(1), {
      longWaits: true,
    });
    const drawn = Array.from({ length: 156 }, (_, index) => source.draw(index));
    const ofSmall = drawn.flatMap((each) => (each?.tenant === 1 ? each.profile : []));
    expect(ofSmall.length).toBe(12);
    // All profiles come, and not one of them each time.
    expect(new Set(ofSmall).size).toBeGreaterThanOrEqual(6);
    expect(new Set(drawn.flatMap((each) => (each?.tenant === 0 ? each.profile : []))).size).toBe(7);
  });
});

describe('a property that no program can break', () => {
  const reads: ProgramFacts = {
    devices: [
      {
        name: 'plant',
        profileName: 'd1',
        entry: { deviceId: 'd1', relays: [1] },
        relays: ['lamp'],
        rs485: { answered: 'ee' },
        stimuli: [],
      },
    ],
    clients: [{ name: 'first', profileName: 'a', scopes: ['device:read'] }],
    connections: ['left', 'right'],
    witness: false,
  };
  const controls: ProgramFacts = {
    ...reads,
    clients: [{ name: 'first', profileName: 'a', scopes: ['device:control'] }],
  };
  const reasons = (ground: Parameters<typeof whyNoOccasion>[1]): Record<string, string | undefined> =>
    Object.fromEntries(PROPERTIES.map((each) => [each.id, whyNoOccasion(each, ground)]));

  it('says what is missing for it, and for it alone', () => {
    expect(reasons({ tenants: [reads], shared: false })).toEqual({
      'properties/idempotency': expect.stringMatching(/may switch relays that it lists, send bytes/),
      'properties/refresh': undefined,
      'properties/serialisation': undefined,
      'properties/state': expect.stringMatching(/device:control for a device with relays/),
      'properties/events': expect.stringMatching(/declares no stimuli/),
      'properties/replies': undefined,
    });
  });

  it('is one that one tenant of several can break', () => {
    expect(Object.values(reasons({ tenants: [reads, controls], shared: false }))).toEqual(
      PROPERTIES.map(() => undefined),
    );
  });

  it('is that of states, where others use the devices, too', () => {
    const { 'properties/state': state, ...others } = reasons({ tenants: [controls], shared: true });
    expect(state).toMatch(/"shared: true"/);
    expect(Object.values(others)).toEqual(Object.keys(others).map(() => undefined));
  });
});
