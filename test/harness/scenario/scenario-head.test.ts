// The head of a scenario: the same as the whole file says, or nothing.
import { describe, expect, it, test } from 'vitest';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import { readHead, scenarioId } from '../../../src/harness/scenario/scenario.js';
import { filesBelow } from '../../tidy/repository.js';

const SCENARIOS = filesBelow('scenarios').filter(
  ({ path }) => path.endsWith('.yaml') && !path.startsWith('scenarios/clients/'),
);
const STEPS = `needs:
  clients: { reader: ['device:read'] }
steps:
- ping:
  via: ws
  expect: SUCCESS
`;

describe('the head of a scenario', () => {
  test('of every file that comes with the program says what the whole file says', () => {
    expect(SCENARIOS.length).toBeGreaterThan(50);
    for (const { path, source } of SCENARIOS) {
      const whole = parseScenario(source, path);
      if (!whole.ok) throw new Error(`${path} is broken`);
      const cases = whole.value.cases.map(({ id, rules }) => ({ id, rules }));
      expect(readHead(source, path)).toEqual({ ...whole.value, cases });
    }
  });

  it('is read wherever its keys stand, also with lists at the beginning of lines', () => {
    const text = `# A comment.
about: >
  Reasons: several.

${STEPS}matrix:
  # Of channels.
  channel:
  - rest
  - ws
rules:
- ws.ping

title: A ping over \${matrix.channel} is
  answered
`;
    const head = readHead(text, 'scenarios/ws/mine.yaml');
    const whole = parseScenario(text, 'scenarios/ws/mine.yaml');
    expect(head).toMatchObject({ id: 'ws/mine', title: 'A ping over … is answered', rules: ['ws.ping'] });
    expect(head?.cases.map(({ id }) => id)).toEqual(['ws/mine:rest', 'ws/mine:ws']);
    expect(whole).toMatchObject({
      ok: true,
      value: { id: head?.id, title: head?.title, rules: head?.rules },
    });
  });

  it('is read where steps are wrong: they are no part of it', () => {
    expect(readHead('title: T\nrules: [ws.ping]\nsteps: [{ pingg: }, nothing\n', 'ws/x.yaml')).toBeDefined();
  });

  it.each([
    ['title: T\nrules: [ws.pingg]\n', 'an unknown rule'],
    ['title: T\nrules: ws.ping\n', 'rules that are no list'],
    ['title: T\nrules: []\n', 'no rules'],
    ['rules: [ws.ping]\n', 'no title'],
    ['title: T\nrules: [ws.ping]\nmatrix: { a: 1 }\n', 'a matrix without rows'],
    ['title: T\nrules: [ws.ping]\nmatrix: { a: [ }\n', 'what is no YAML'],
    ['title: T\nrules: [ws.ping]\nrules: [ws.ping]\n', 'a key that is there twice'],
    ["title: T\nrules: [ws.ping]\n'matrix': { a: [1] }\n", 'a key in quotes'],
    ['{ title: T, rules: [ws.ping] }\n', 'keys that begin no line'],
    ['---\ntitle: T\nrules: [ws.ping]\n', 'more than keys at the beginnings of lines'],
    ['needs: &n { a: 1 }\ntitle: T\nrules: [ws.ping]\nmatrix: { a: [*n] }\n', 'a name from elsewhere'],
  ])('is not told of %j: %s', (text) => {
    expect(readHead(text, 'ws/x.yaml')).toBeUndefined();
  });

  it('has the id of its file', () => {
    expect(scenarioId('scenarios/ws/x.yml')).toBe(readHead('title: T\nrules: [ws.ping]\n', 'ws/x.yml')?.id);
  });
});
