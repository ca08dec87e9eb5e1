// What a scenario file may look like, and what is made of it.
import { describe, expect, it } from 'vitest';
import { formatProblem } from '../../../src/document/problem.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import { type Scenario, scenarioId } from '../../../src/harness/scenario/scenario.js';

const HEAD = `title: Something
rules: [ws.ping]
needs:
  devices: { plant: { relays: [lamp, pump] } }
  clients: { operator: ['device:control'] }
`;

function parsed(text: string, include?: (path: string) => string | undefined): Scenario {
  const read = parseScenario(text, 'scenarios/ws/case.yaml', include ? { include } : {});
  if (!read.ok) throw new Error(read.problems.map((each) => formatProblem(each, text)).join('\n'));
  return read.value;
}

describe('a scenario', () => {
  it('is known by its folder and its file', () => {
    expect(scenarioId('/home/me/scenarios/refresh/shared-budget.yaml')).toBe('refresh/shared-budget');
    expect(scenarioId('mine.yml')).toBe('local/mine');
    expect(scenarioId('..\\lab\\mine.yaml')).toBe('lab/mine');
  });

  it('has its needs and steps', () => {
    const { cases, area } = parsed(`${HEAD}steps:
  - wait: 2s
  - parallel:
      - wait: 1s
      - wait: 500ms
        at: 3s
  - ping:
    via: ws
    expect: SUCCESS
cleanup:
  - setRelays: plant
    relays: { lamp: off }
`);
    expect(area).toBe('ws');
    expect(cases).toHaveLength(1);
    expect(cases[0]).toMatchObject({ id: 'ws/case' });
    expect(cases[0]?.needs).toMatchObject({
      devices: { plant: { relays: ['lamp', 'pump'], hiddenFrom: [] } },
      clients: { operator: { scopes: ['device:control'], exactly: false } },
      capabilities: ['websocket', 'actuate', 'devices'],
      exclusive: false,
    });
    expect(cases[0]?.steps.map(({ label, place }) => `${place.line} ${label}`)).toEqual(
      ['7 wait 2000', '8 parallel', '12 ping via ws'].map((line) =>
        expect.stringContaining(line.split(' ')[1] ?? ''),
      ),
    );
  });

  it('runs once for each row of its matrix, with an id and a title of its own', () => {
    const { cases, title } = parsed(`title: A ping over \${matrix.line.label}, \${matrix.n} times
rules: ['\${matrix.line.rule}']
needs: { clients: { operator: ['device:control'] } }
matrix:
  line:
    - { label: one line, step: { ping: , via: ws }, rule: ws.ping }
    - { label: 'list (REST)', step: { listDevices: }, rule: devices.list }
  n: [1, 2]
steps:
  - do: \${matrix.line.step}
    expect: SUCCESS
`);
    expect(title).toBe('A ping over …, … times');
    expect(cases.map(({ id, title: own, rules, steps }) => [id, own, rules[0], steps[0]?.verb.name])).toEqual(
      [
        ['ws/case:one-line,1', 'A ping over one line, 1 times', 'ws.ping', 'ping'],
        ['ws/case:one-line,2', 'A ping over one line, 2 times', 'ws.ping', 'ping'],
        ['ws/case:list-REST,1', 'A ping over list (REST), 1 times', 'devices.list', 'listDevices'],
        ['ws/case:list-REST,2', 'A ping over list (REST), 2 times', 'devices.list', 'listDevices'],
      ],
    );
  });

  it('includes the steps of a fragment in their place', () => {
    const fragment = 'steps:\n  - connect: line\n  - ping:\n    via: line\n    as: first\n';
    const { cases } = parsed(
      `${HEAD}steps:\n  - include: ../_line.yaml\n  - ping:\n    via: line\n    expect: { code: $first.code }\n`,
      (path) => (path === '../_line.yaml' ? fragment : undefined),
    );
    expect(cases[0]?.steps.map(({ verb, place }) => [verb.name, place.file])).toEqual([
      ['connect', '../_line.yaml'],
      ['ping', '../_line.yaml'],
      ['ping', 'scenarios/ws/case.yaml'],
    ]);
  });

  it('may cite a rule that only the invariants judge', () => {
    expect(parsed(`${HEAD.replace('ws.ping', 'envelope.json')}steps:\n  - listDevices:\n`).rules).toEqual([
      'envelope.json',
    ]);
  });
});
