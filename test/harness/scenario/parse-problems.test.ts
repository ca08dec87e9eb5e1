// What the writer of a scenario is told when it cannot be right.
import { describe, expect, it } from 'vitest';
import { formatProblem } from '../../../src/document/problem.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';

const HEAD = `title: Something
rules: [ws.ping]
needs:
  devices: { plant: { relays: [lamp, pump] } }
  clients: { operator: ['device:control'] }
`;

/** As a person reads it. */
function diagnostics(text: string): string {
  const read = parseScenario(text, 'ws/case.yaml');
  return read.ok ? 'none' : read.problems.map((each) => formatProblem(each, text)).join('\n\n');
}

const firstLines = (text: string): string[] =>
  diagnostics(text)
    .split('\n')
    .filter((line) => line.startsWith('ws/case.yaml'));

describe('the writer of a scenario is told', () => {
  it('that a client which others use is not to be changed beside them', () => {
    const steps = `steps:
  - stimulate: expire-tokens
    client: operator
  - ping:
    via: ws
    expect: SUCCESS
`;
    expect(firstLines(`${HEAD}${steps}`)).toEqual([
      'ws/case.yaml:7:16  expire-tokens changes an API client that other checks may use',
    ]);
    expect(diagnostics(`${HEAD}  exclusive: true\n${steps}`)).toBe('none');
  });

  it('every mistake at once, at its place, with what may have been meant', () => {
    expect(
      diagnostics(`title: Wrong in many ways
rules: [refresh.shared-budgt, ws.ping]
needs:
  devices: { plant: { relays: [lamp] } }
  clients: { operator: ['device:controll'] }
steps:
  - refersh: plant
`),
    ).toMatchInlineSnapshot(`
      "ws/case.yaml:2:9  unknown rule "refresh.shared-budgt"

        1 | title: Wrong in many ways
      > 2 | rules: [refresh.shared-budgt, ws.ping]
          |         ^
        3 | needs:

      Did you mean "refresh.shared-budget"?

      ws/case.yaml:5:25  needs.clients.operator.0 is "device:controll"; expected "device:read", "device:control", "device:config", "device:manage"

        3 | needs:
        4 |   devices: { plant: { relays: [lamp] } }
      > 5 |   clients: { operator: ['device:controll'] }
          |                         ^
        6 | steps:

      Did you mean "device:control"?"
    `);
    expect(
      diagnostics(`${HEAD}steps:
  - refersh: plant
  - refresh: plnt
    vai: rest
  - setRelays: plant
    relays: { lmap: on, pump: open }
    client: operater
  - setRelays: plant
    relays: { lmap: on }
    client: operater
  - connect: events
  - ping:
    via: evnts
  - repeat: frist
  - refresh: plant
    as: first
    expect: { cod: SUCCESS, command: { commandId: $frist.command.commandId }, relays: { oneOf: lamp } }
  - readCommand: $first.comand.commandId
  - wait: soon
  - ping:
    via: events
    rule: ws.pong
    expect: SUCCESS
`),
    ).toMatchInlineSnapshot(`
      "ws/case.yaml:7:5  unknown verb "refersh"

        5 |   clients: { operator: ['device:control'] }
        6 | steps:
      > 7 |   - refersh: plant
          |     ^
        8 |   - refresh: plnt

      Did you mean "refresh"?

      ws/case.yaml:9:5  unknown key "vai"

         7 |   - refersh: plant
         8 |   - refresh: plnt
      >  9 |     vai: rest
           |     ^
        10 |   - setRelays: plant

      Did you mean "via"?

      ws/case.yaml:11:31  relays.pump is "open"; expected "on", "off", "jog"

         9 |     vai: rest
        10 |   - setRelays: plant
      > 11 |     relays: { lmap: on, pump: open }
           |                               ^
        12 |     client: operater

      ws/case.yaml:14:15  unknown relay of plant "lmap"

        12 |     client: operater
        13 |   - setRelays: plant
      > 14 |     relays: { lmap: on }
           |               ^
        15 |     client: operater

      Did you mean "lamp"?

      ws/case.yaml:15:13  unknown client "operater"

        13 |   - setRelays: plant
        14 |     relays: { lmap: on }
      > 15 |     client: operater
           |             ^
        16 |   - connect: events

      Did you mean "operator"?

      ws/case.yaml:18:10  unknown connection "evnts"

        16 |   - connect: events
        17 |   - ping:
      > 18 |     via: evnts
           |          ^
        19 |   - repeat: frist

      Did you mean "events"?

      ws/case.yaml:19:13  unknown request "frist"

        17 |   - ping:
        18 |     via: evnts
      > 19 |   - repeat: frist
           |             ^
        20 |   - refresh: plant

      There is none yet.

      ws/case.yaml:22:15  unknown field "cod"

        20 |   - refresh: plant
        21 |     as: first
      > 22 |     expect: { cod: SUCCESS, command: { commandId: $frist.command.commandId }, relays: { oneOf: lamp } }
           |               ^
        23 |   - readCommand: $first.comand.commandId

      Did you mean "code"?

      ws/case.yaml:22:51  unknown name "frist"

        20 |   - refresh: plant
        21 |     as: first
      > 22 |     expect: { cod: SUCCESS, command: { commandId: $frist.command.commandId }, relays: { oneOf: lamp } }
           |                                                   ^
        23 |   - readCommand: $first.comand.commandId

      Known: plant, operator, events, run.

      ws/case.yaml:22:96  oneOf: expected a list of alternatives, or a reference to one

        20 |   - refresh: plant
        21 |     as: first
      > 22 |     expect: { cod: SUCCESS, command: { commandId: $frist.command.commandId }, relays: { oneOf: lamp } }
           |                                                                                                ^
        23 |   - readCommand: $first.comand.commandId

      To match a field of this name, write { fields: { oneOf: … } }.

      ws/case.yaml:23:18  unknown field of first "comand"

        21 |     as: first
        22 |     expect: { cod: SUCCESS, command: { commandId: $frist.command.commandId }, relays: { oneOf: lamp } }
      > 23 |   - readCommand: $first.comand.commandId
           |                  ^
        24 |   - wait: soon

      Did you mean "command"?

      ws/case.yaml:24:11  wait: expected a duration, as in 250ms, 3s or 1m 30s

        22 |     expect: { cod: SUCCESS, command: { commandId: $frist.command.commandId }, relays: { oneOf: lamp } }
        23 |   - readCommand: $first.comand.commandId
      > 24 |   - wait: soon
           |           ^
        25 |   - ping:

      ws/case.yaml:27:11  unknown rule "ws.pong"

        25 |   - ping:
        26 |     via: events
      > 27 |     rule: ws.pong
           |           ^
        28 |     expect: SUCCESS

      Did you mean "ws.ping"?"
    `);
  });

  it('of a step without a verb, with two, and of one that is empty', () => {
    expect(
      firstLines(`${HEAD}steps:
  - via: ws
  - refresh: plant
    ping:
  - {}
  - text
  - ping:
    via: ws
    expect: SUCCESS
`),
    ).toEqual([
      'ws/case.yaml:7:5  the step has no verb, only via',
      'ws/case.yaml:9:10  a step has one verb; this one has refresh and ping',
      'ws/case.yaml:10:5  the step is empty',
      'ws/case.yaml:11:5  a step is a verb with what belongs to it',
    ]);
  });

  it('of a rule that is cited and never checked', () => {
    expect(
      firstLines(
        `${HEAD.replace('ws.ping', 'ws.ping, devices.list')}steps:\n  - ping:\n    via: ws\n    rule: ws.ping\n    expect: SUCCESS\n`,
      ),
    ).toEqual(['ws/case.yaml:2:18  no step checks the rule devices.list']);
  });

  it('of modifiers that mean nothing where they stand', () => {
    expect(
      firstLines(`${HEAD}steps:
  - ping:
    via: rest
  - listDevices:
    via: ws
  - refresh: plant
    insist: RATE_LIMITED
  - connect: line
  - ping:
    via: line
    client: operator
  - setRelays: plant
    relays: { lamp: on }
    cut: true
    expect: SUCCESS
`),
    ).toEqual([
      'ws/case.yaml:8:10  this request exists only over WebSocket',
      'ws/case.yaml:10:10  this request exists only over REST',
      'ws/case.yaml:12:13  "insist" means nothing here',
      'ws/case.yaml:16:13  the connection line already belongs to a client',
      'ws/case.yaml:20:13  a request that is cut gets no reply that could be expected',
    ]);
  });

  it('of names that are taken, and of captures that siblings in parallel cannot see', () => {
    expect(
      firstLines(`${HEAD}steps:
  - ping:
    via: ws
    as: plant
  - parallel:
      - ping:
        via: ws
        as: left
      - assert: { that: $left.code, is: SUCCESS }
  - assert: { that: $left.code, is: SUCCESS }
`),
    ).toEqual([
      'ws/case.yaml:9:9  the name "plant" is taken by a device',
      'ws/case.yaml:14:25  unknown name "left"',
    ]);
  });

  it('of offsets and numbers inside of parallel that are none', () => {
    expect(
      firstLines(`${HEAD}steps:
  - parallel:
      - ping:
        via: ws
        at: soon
        times: 0
        every: 3
        expect: SUCCESS
`),
    ).toEqual([
      'ws/case.yaml:10:13  at: expected a duration, as in 250ms',
      'ws/case.yaml:11:16  times: expected a number from 1 to 200',
      'ws/case.yaml:12:16  every: expected a duration, as in 250ms',
    ]);
  });

  it('of a matrix that has no such name, once for all rows', () => {
    expect(firstLines(`${HEAD}matrix: { n: [1, 2, 3] }\nsteps:\n  - wait: \${matrix.m}\n`)).toEqual([
      'ws/case.yaml:8:11  unknown name in the matrix "m"',
    ]);
    expect(firstLines(`${HEAD}matrix: { n: [1, 2, 3] }\nsteps:\n  - wiat: \${matrix.n}\n`)).toEqual(
      [
        'ws/case.yaml:8:5  unknown verb "wiat"',
        'ws/case.yaml:2:9  no step checks the rule ws.ping',
      ].toSorted(),
    );
  });

  it('of rules for clients, of rules that are cited twice, and of capabilities that nobody knows', () => {
    expect(
      firstLines(`title: x
rules: [ws.ping, ws.ping, client.heartbeat]
needs: { clients: { a: ['device:read'] }, capabilities: [actuat] }
steps: [{ ping: , via: ws, expect: SUCCESS }]
`),
    ).toEqual([
      'ws/case.yaml:2:18  the rule ws.ping is cited twice',
      'ws/case.yaml:2:27  client.heartbeat is a rule for API clients, not for servers',
      expect.stringContaining('ws/case.yaml:3:58  needs.capabilities.0 is "actuat"; expected "devices"'),
    ]);
  });

  it('of YAML that cannot be read, and of a fragment that is not there', () => {
    expect(firstLines('title: [')).toHaveLength(1);
    expect(
      diagnostics(`${HEAD}steps:\n  - include: no.yaml\n  - ping:\n    via: ws\n    expect: SUCCESS\n`),
    ).toContain('there is no fragment no.yaml');
  });
});
