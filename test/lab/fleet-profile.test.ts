import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { profileOfFleet } from '../../src/lab/fleet-profile.js';
import { parseFleet } from '../../src/simulator/fleet/parse-fleet.js';
import type { FleetSpec } from '../../src/simulator/fleet/fleet-spec.js';

const target = { name: 'sim', url: 'http://127.0.0.1:7070', patience: 1000 };

function fleet(text: string): FleetSpec {
  const parsed = parseFleet(text, 'fleet.yaml');
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed.value;
}

const demo = fleet(readFileSync('fixtures/fleets/default.yaml', 'utf8'));

describe('the profile of a simulator', () => {
  test('lists enabled clients with what they may see, and devices with all their relays', () => {
    const { clients, devices, websocketUrl } = profileOfFleet(demo, target);
    expect(websocketUrl).toBe('ws://127.0.0.1:7070');
    expect(clients).not.toHaveProperty('retired');
    expect(clients['operator']).not.toHaveProperty('devices');
    expect(clients['guest']).toMatchObject({ clientSecret: 'demo-guest-secret', devices: ['mini-02'] });
    expect(devices['bench-01']?.relays).toEqual([1, 2, 3, 4]);
    expect(devices['mini-02']).toEqual({
      deviceId: 'mini-02',
      relays: [1, 2],
      inputs: [1],
      analogInputs: [],
      sensors: ['temperature'],
    });
  });

  test('offers inputs that no relay drives, a device to manage, and all stimuli where there is a control plane', () => {
    const control = { url: 'http://127.0.0.1:7071/control/v1', token: 'ctl-1' };
    const { devices, management, stimuli } = profileOfFleet(demo, { ...target, control });
    expect(devices['bench-01']?.inputs).toEqual([2, 3, 4]);
    expect(management).toMatchObject({ deviceId: 'conform-managed-1', profileId: 'io-8' });
    expect(stimuli?.control).toEqual(control);
    expect(profileOfFleet(demo, target).stimuli).toBeUndefined();
  });

  test('knows bytes that are answered on the RS485 line, and bytes that are not', () => {
    const { devices } = profileOfFleet(demo, target);
    expect(devices['bench-01']?.rs485).toEqual({
      answered: 'ee0102',
      answer: 'ee0102',
      unanswered: '7f00',
      echo: ['ee', '00'],
    });
  });

  test('finds a question for a Modbus peripheral, with its checksum', () => {
    const modbus = fleet(`
profiles:
  meter: { rs485: { baudRate: 9600, peripherals: [{ kind: modbus-rtu, address: 1, holding: [7] }] } }
devices: [{ deviceId: m1, profile: meter, password: secret-1 }]
clients: { c: { secret: s, scopes: ['device:read'] } }
`);
    expect(profileOfFleet(modbus, target).devices['m1']?.rs485?.answered).toMatch(/^0103....0001....$/);
  });

  test('stays small for a fleet of a hundred thousand', () => {
    const large = fleet(`
profiles: { p: { relays: [{}] } }
devices: [{ deviceId: 'plant-{000001..100000}', profile: p, password: secret-1 }]
clients: { c: { secret: s, scopes: ['device:read'], devices: ['plant-00000*', 'plant-0*20'] } }
`);
    const { devices, clients } = profileOfFleet(large, target);
    expect(Object.keys(devices)).toHaveLength(24);
    expect(clients['c']?.devices).toHaveLength(10);
  });
});
