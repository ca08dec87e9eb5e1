// Profiles: what a good one says, and what it need not say.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CERTIFICATE } from '../target/certificate.js';
import { GOOD, read } from './profile-reading.js';

describe('a profile', () => {
  test('has defaults for all that need not be said', () => {
    expect(read(GOOD)).toEqual({
      name: 'lab',
      places: {
        'clients.operator.scopes': 'line 4 of profiles/lab.yaml',
        'clients.operator.devices': 'line 4 of profiles/lab.yaml',
        'devices.bench.rs485': 'line 6 of profiles/lab.yaml',
      },
      baseUrl: 'https://cloud.example.com',
      websocketUrl: 'wss://cloud.example.com',
      tls: { insecure: false },
      clients: {
        operator: {
          clientId: 'c1',
          clientSecret: 'o-secret',
          clientSecretEnv: 'OPERATOR_SECRET',
          scopes: ['device:control'],
        },
      },
      devices: { bench: { deviceId: 'd1', relays: [1, 2] } },
      requestsPerSecond: 50,
      patience: 10_000,
    });
  });

  test('may say everything', () => {
    const profile = read(
      `
name: my lab
baseUrl: http://lab.example.com/cloud
websocketUrl: ws://lab.example.com:81
tls: { insecure: true, ca: ca.pem }
dialect: ./lab-dialect.yaml
clients:
  operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:control, device:manage], devices: [bench] }
devices:
  bench: { deviceId: d1, relays: [], rs485: { answered: "01FF", unanswered: "02" } }
requestsPerSecond: 0.5
patience: 1m 30s
`,
      { readFile: (path) => (path === 'ca.pem' ? CERTIFICATE : undefined) },
    );
    expect(profile).toMatchObject({
      name: 'my lab',
      baseUrl: 'http://lab.example.com/cloud',
      websocketUrl: 'ws://lab.example.com:81',
      tls: { insecure: true, ca: CERTIFICATE },
      dialect: './lab-dialect.yaml',
      clients: { operator: { devices: ['bench'] } },
      devices: { bench: { relays: [], rs485: { answered: '01ff', unanswered: '02' } } },
      requestsPerSecond: 0.5,
      patience: 90_000,
    });
  });

  test.each(['http://localhost:8080', 'http://127.0.0.1:1', 'http://127.1.2.3', 'http://[::1]:8080'])(
    'may use plain http on this machine: %s',
    (address) => {
      const { baseUrl, websocketUrl } = read(GOOD.replace('https://cloud.example.com/', address));
      expect([baseUrl, websocketUrl]).toEqual([address, address.replace('http', 'ws')]);
    },
  );

  test('is what the example shows', () => {
    const text = readFileSync('fixtures/targets/example.yaml', 'utf8');
    const secrets = { CONFORM_OPERATOR_SECRET: 'a', CONFORM_READER_SECRET: 'b' };
    const profile = read(text, { environment: secrets });
    expect(profile).toMatchObject({
      name: 'example',
      dialect: 'default',
      requestsPerSecond: 50,
      patience: 10_000,
    });
    expect(Object.keys(profile.clients)).toEqual(['operator', 'reader']);
  });
});
