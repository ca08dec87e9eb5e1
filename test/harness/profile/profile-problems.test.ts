// Each way of getting a profile wrong is told at its place in the file.
import { describe, expect, test } from 'vitest';
import { GOOD, problemsOf } from './profile-reading.js';

describe('the problems of a profile', () => {
  test('with mistyped names come with the nearest known one', () => {
    expect(
      problemsOf(`baseUrll: https://cloud.example.com
baseUrl: https://cloud.example.com
clients:
  operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:controll], devices: [bensch] }
  reader: { clientId: c2, clientSecret: hunter2, scopes: [] }
devices:
  bench: { deviceId: d1, relay: [1] }
`),
    ).toMatchInlineSnapshot(`
      "
      lab.yaml:1:1  unknown key "baseUrll"

      > 1 | baseUrll: https://cloud.example.com
          | ^
        2 | baseUrl: https://cloud.example.com

      Did you mean "baseUrl"?

      lab.yaml:4:72  clients.operator.scopes.0 is "device:controll"; expected "device:read", "device:control", "device:config", "device:manage"

        2 | baseUrl: https://cloud.example.com
        3 | clients:
      > 4 |   operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:controll], devices: [bensch] }
          |                                                                        ^
        5 |   reader: { clientId: c2, clientSecret: hunter2, scopes: [] }

      Did you mean "device:control"?

      lab.yaml:5:11  clients.reader.clientSecretEnv: missing; expected the name of an environment variable

        3 | clients:
        4 |   operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:controll], devices: [bensch] }
      > 5 |   reader: { clientId: c2, clientSecret: hunter2, scopes: [] }
          |           ^
        6 | devices:

      lab.yaml:5:27  unknown key "clientSecret" in clients.reader

        3 | clients:
        4 |   operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:controll], devices: [bensch] }
      > 5 |   reader: { clientId: c2, clientSecret: hunter2, scopes: [] }
          |                           ^
        6 | devices:

      Did you mean "clientSecretEnv"?

      lab.yaml:5:58  clients.reader.scopes: expected at least one scope

        3 | clients:
        4 |   operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:controll], devices: [bensch] }
      > 5 |   reader: { clientId: c2, clientSecret: hunter2, scopes: [] }
          |                                                          ^
        6 | devices:

      lab.yaml:7:10  devices.bench.relays: missing; expected a list of relays that may be switched; [] for none

        5 |   reader: { clientId: c2, clientSecret: hunter2, scopes: [] }
        6 | devices:
      > 7 |   bench: { deviceId: d1, relay: [1] }
          |          ^
        8 |

      lab.yaml:7:26  unknown key "relay" in devices.bench

        5 |   reader: { clientId: c2, clientSecret: hunter2, scopes: [] }
        6 | devices:
      > 7 |   bench: { deviceId: d1, relay: [1] }
          |                          ^
        8 |

      Did you mean "relays"?
      "
    `);
    expect(
      problemsOf(
        GOOD.replace('scopes: [device:control]', 'scopes: [device:control], devices: [bensch, attic]'),
      ),
    ).toMatchInlineSnapshot(`
      "
      lab.yaml:4:99  unknown device "bensch"

        2 | baseUrl: https://cloud.example.com/
        3 | clients:
      > 4 |   operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:control], devices: [bensch, attic] }
          |                                                                                                   ^
        5 | devices:

      Did you mean "bench"?

      lab.yaml:4:107  unknown device "attic"

        2 | baseUrl: https://cloud.example.com/
        3 | clients:
      > 4 |   operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:control], devices: [bensch, attic] }
          |                                                                                                           ^
        5 | devices:

      Known: bench.
      "
    `);
  });

  test('with secrets name the variable to set, and never take the secret itself', () => {
    expect(
      problemsOf(`baseUrl: https://cloud.example.com
clients:
  operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRT, scopes: [device:control] }
  reader: { clientId: c2, clientSecretEnv: EMPTY, scopes: [device:read] }
devices: {}
`),
    ).toMatchInlineSnapshot(`
      "
      lab.yaml:3:46  the environment variable OPERATOR_SECRT is not set

        1 | baseUrl: https://cloud.example.com
        2 | clients:
      > 3 |   operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRT, scopes: [device:control] }
          |                                              ^
        4 |   reader: { clientId: c2, clientSecretEnv: EMPTY, scopes: [device:read] }

      It holds the secret of API client "operator": export OPERATOR_SECRT='...'

      lab.yaml:4:44  the environment variable EMPTY is not set

        2 | clients:
        3 |   operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRT, scopes: [device:control] }
      > 4 |   reader: { clientId: c2, clientSecretEnv: EMPTY, scopes: [device:read] }
          |                                            ^
        5 | devices: {}

      It holds the secret of API client "reader": export EMPTY='...'
      "
    `);
    expect(problemsOf(GOOD.replace('OPERATOR_SECRET', "'p@ss word'"))).toMatchInlineSnapshot(`
      "
      lab.yaml:4:46  clients.operator.clientSecretEnv: expected the name of an environment variable, not the secret itself

        2 | baseUrl: https://cloud.example.com/
        3 | clients:
      > 4 |   operator: { clientId: c1, clientSecretEnv: 'p@ss word', scopes: [device:control] }
          |                                              ^
        5 | devices:
      "
    `);
  });

  test('with missing and mistaken values say what is expected', () => {
    expect(
      problemsOf(`clients: {}
devices:
  bench:
    deviceId: 4711
    relays: [0, x]
    rs485: { answered: 10300, unanswered: "0g" }
requestsPerSecond: 0
patience: 10
`),
    ).toMatchInlineSnapshot(`
      "
      lab.yaml:1:1  baseUrl: missing; expected an address such as https://cloud.example.com

      > 1 | clients: {}
          | ^
        2 | devices:

      lab.yaml:1:10  clients: expected at least one API client

      > 1 | clients: {}
          |          ^
        2 | devices:

      lab.yaml:4:15  devices.bench.deviceId: expected the identifier that the target gives the device; write it in quotes

        2 | devices:
        3 |   bench:
      > 4 |     deviceId: 4711
          |               ^
        5 |     relays: [0, x]

      lab.yaml:5:14  devices.bench.relays.0: relays are counted from 1, as printed on the device

        3 |   bench:
        4 |     deviceId: 4711
      > 5 |     relays: [0, x]
          |              ^
        6 |     rs485: { answered: 10300, unanswered: "0g" }

      lab.yaml:5:17  devices.bench.relays.1: expected the index of a relay, counted from 1

        3 |   bench:
        4 |     deviceId: 4711
      > 5 |     relays: [0, x]
          |                 ^
        6 |     rs485: { answered: 10300, unanswered: "0g" }

      lab.yaml:6:24  devices.bench.rs485.answered: expected bytes in hex, such as "01ff"; write it in quotes

        4 |     deviceId: 4711
        5 |     relays: [0, x]
      > 6 |     rs485: { answered: 10300, unanswered: "0g" }
          |                        ^
        7 | requestsPerSecond: 0

      lab.yaml:6:43  devices.bench.rs485.unanswered: expected bytes in hex: two digits or letters a-f for each, such as "01ff"

        4 |     deviceId: 4711
        5 |     relays: [0, x]
      > 6 |     rs485: { answered: 10300, unanswered: "0g" }
          |                                           ^
        7 | requestsPerSecond: 0

      lab.yaml:7:20  requestsPerSecond: expected a number above 0

        5 |     relays: [0, x]
        6 |     rs485: { answered: 10300, unanswered: "0g" }
      > 7 | requestsPerSecond: 0
          |                    ^
        8 | patience: 10

      lab.yaml:8:11  patience: expected a duration with its unit, such as 3s or 500ms

        6 |     rs485: { answered: 10300, unanswered: "0g" }
        7 | requestsPerSecond: 0
      > 8 | patience: 10
          |           ^
        9 |
      "
    `);
    expect(problemsOf(GOOD.replace('bench:', '1st:'))).toMatchInlineSnapshot(`
      "
      lab.yaml:6:3  "1st" cannot be a name

        4 |   operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:control] }
        5 | devices:
      > 6 |   1st: { deviceId: d1, relays: [1, 2] }
          |   ^
        7 |

      A name begins with a letter, and goes on with letters, digits, - and _.
      "
    `);
    expect(problemsOf(`${GOOD}patience: soon\n`)).toMatchInlineSnapshot(`
      "
      lab.yaml:7:11  patience: expected a duration of at most 10m, such as 3s or 500ms

        5 | devices:
        6 |   bench: { deviceId: d1, relays: [1, 2] }
      > 7 | patience: soon
          |           ^
        8 |
      "
    `);
  });

  test('with ids that are not unique point at the second', () => {
    expect(
      problemsOf(`baseUrl: https://cloud.example.com
clients:
  operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:control] }
  reader: { clientId: c1, clientSecretEnv: READER_SECRET, scopes: [device:read] }
devices:
  bench: { deviceId: d1, relays: [1, 2, 1] }
  spare: { deviceId: d1, relays: [] }
`),
    ).toMatchInlineSnapshot(`
      "
      lab.yaml:4:23  "c1" is also the clientId of operator

        2 | clients:
        3 |   operator: { clientId: c1, clientSecretEnv: OPERATOR_SECRET, scopes: [device:control] }
      > 4 |   reader: { clientId: c1, clientSecretEnv: READER_SECRET, scopes: [device:read] }
          |                       ^
        5 | devices:

      lab.yaml:6:41  relay 1 is listed twice

        4 |   reader: { clientId: c1, clientSecretEnv: READER_SECRET, scopes: [device:read] }
        5 | devices:
      > 6 |   bench: { deviceId: d1, relays: [1, 2, 1] }
          |                                         ^
        7 |   spare: { deviceId: d1, relays: [] }

      lab.yaml:7:22  "d1" is also the deviceId of bench

        5 | devices:
        6 |   bench: { deviceId: d1, relays: [1, 2, 1] }
      > 7 |   spare: { deviceId: d1, relays: [] }
          |                      ^
        8 |
      "
    `);
    expect(problemsOf(`${GOOD}  bench: { deviceId: d2, relays: [] }\n`)).toMatchInlineSnapshot(`
      "
      lab.yaml:7:3  not valid YAML: Map keys must be unique

        5 | devices:
        6 |   bench: { deviceId: d1, relays: [1, 2] }
      > 7 |   bench: { deviceId: d2, relays: [] }
          |   ^
        8 |
      "
    `);
  });

  test.each([
    'cloud.example.com',
    'ftp://cloud.example.com',
    'http://cloud.example.com',
    'https://me:secret@cloud.example.com',
    'https://cloud.example.com?tenant=1',
    'https://cloud.example.com/svc/v1/',
  ])('with the address %s say how to write it', (address) => {
    expect(problemsOf(`baseUrl: ${address}\n${GOOD.replace(/^baseUrl.*$/m, '')}`)).toMatchSnapshot();
  });

  test('with a plain WebSocket address stand at that address', () => {
    expect(problemsOf(`websocketUrl: ws://cloud.example.com${GOOD}`)).toMatchInlineSnapshot(`
      "
      lab.yaml:1:15  websocketUrl: secrets would go to cloud.example.com unencrypted

      > 1 | websocketUrl: ws://cloud.example.com
          |               ^
        2 | baseUrl: https://cloud.example.com/

      Use wss://, or set tls.insecure: true if the network in between can be trusted.
      "
    `);
  });

  test('with a CA file stand at its path', () => {
    const text = `tls: { ca: lab.pem }${GOOD}`;
    expect(problemsOf(text)).toMatchInlineSnapshot(`
      "
      lab.yaml:1:12  cannot read the file lab.pem

      > 1 | tls: { ca: lab.pem }
          |            ^
        2 | baseUrl: https://cloud.example.com/

      The path starts from the folder of the profile.
      "
    `);
    expect(problemsOf(text, { readFile: () => 'not PEM' })).toMatchInlineSnapshot(`
      "
      lab.yaml:1:12  lab.pem holds no certificate

      > 1 | tls: { ca: lab.pem }
          |            ^
        2 | baseUrl: https://cloud.example.com/

      Expected PEM text: -----BEGIN CERTIFICATE----- and so on.
      "
    `);
  });

  test('in the YAML itself are told as such', () => {
    expect(problemsOf('baseUrl: [')).toContain('lab.yaml:1:11  not valid YAML');
    expect(problemsOf('')).toMatchInlineSnapshot(`
      "
      lab.yaml:1:1  the file: expected a profile: baseUrl, clients, devices

      > 1 |
          | ^
      "
    `);
  });
});
