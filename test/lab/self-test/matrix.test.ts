// The matrix: who killed what, whether the gate holds, and how it is shown.
import { describe, expect, it } from 'vitest';
import {
  buildMatrix,
  type CheckDigest,
  FOR_PROGRAMS,
  type KillMatrix,
  type Trial,
  type TrialBreach,
  type TrialKind,
  type Tried,
} from '../../../src/lab/self-test/trial.js';
import { diagnosticsOf, holds, markdownMatrix, terminalMatrix } from '../../../src/report/self-test.js';
import { NO_PAINT } from '../../../src/report/layout.js';
import type { Defect } from '../../../src/simulator/defects/defect.js';

const edge: Defect['edge'] = {};

const DEFECTS: readonly Defect[] = [
  { id: 'stated-bug', rule: 'refresh.min-interval', summary: 'One.', edge },
  { id: 'derived-bug', rule: 'refresh.across-clients', summary: 'Two.', edge },
  {
    id: Object.keys(FOR_PROGRAMS)[0] ?? '',
    rule: 'idempotency.no-second-execution',
    summary: 'Three.',
    edge,
  },
];

function trial(kind: TrialKind, id: string): Trial {
  return { id, kind, defects: [], variants: [], seed: 1 };
}

function check(id: string, verdict: CheckDigest['verdict'], ...breaches: TrialBreach[]): CheckDigest {
  return { id, verdict, breaches };
}

function matrixOf(...tried: Tried[]): KillMatrix {
  return buildMatrix({ seed: 1, untried: 0, tried, defects: DEFECTS, scenarios: [] });
}

const FAIL: TrialBreach = { rule: 'refresh.min-interval', verdict: 'fail' };
const OTHER: TrialBreach = { rule: 'envelope.code', verdict: 'fail' };
const WARN: TrialBreach = { rule: 'refresh.across-clients', verdict: 'warn' };

const killed: Tried = {
  trial: trial('defect', 'stated-bug'),
  checks: [check('a/killer', 'fail', FAIL, OTHER), check('a/red', 'fail', OTHER), check('a/good', 'pass')],
  bugs: [],
};
const fair: Tried = {
  trial: trial('variant', 'late'),
  checks: [check('a/good', 'pass'), check('a/unclear', 'inconclusive')],
  bugs: [],
};

describe('the gate', () => {
  it('holds when each defect is caught under its rule, and nothing that is right is red', () => {
    const derived = { ...killed, trial: trial('defect', 'derived-bug'), checks: [check('a', 'warn', WARN)] };
    const matrix = matrixOf(killed, derived, fair);
    expect(holds(matrix)).toBe(true);
    expect(diagnosticsOf(matrix)).toEqual([]);
    expect(matrix.defects[0]).toMatchObject({
      killers: ['a/killer'],
      alsoBroken: ['envelope.code'],
      alsoRed: ['a/red'],
    });
  });

  it.each<[string, Tried, string]>([
    [
      'a defect is caught under another rule only',
      { ...killed, checks: [check('a/red', 'fail', OTHER)] },
      'stated-bug survives: no check found a breach of refresh.min-interval; red for other reasons: a/red',
    ],
    ['a defect is not caught at all', { ...killed, checks: [] }, 'stated-bug survives'],
    ['a trial tells nothing', { ...killed, bugs: ['its thread has died'] }, 'survives: its thread has died'],
    [
      'a variant fails',
      { ...fair, checks: [check('a/unfair', 'fail', FAIL)] },
      'late is right, and is called wrong: a/unfair (refresh.min-interval)',
    ],
    [
      'a variant is warned about',
      { ...fair, checks: [check('a/unfair', 'warn', WARN)] },
      'late is right, and is called wrong: a/unfair (refresh.across-clients)',
    ],
    [
      'the simulator threw under a pair',
      { ...fair, trial: trial('pair', 'late+early'), bugs: ['Error: x'] },
      'Error: x',
    ],
    [
      'only one of the two judges finds something',
      { ...killed, differing: ['a/killer: the second judge does not find ws.ping broken'] },
      'the judges differ: stated-bug: a/killer: the second judge does not find ws.ping broken',
    ],
  ])('does not hold when %s', (_, tried, words) => {
    const matrix = matrixOf(tried);
    expect(holds(matrix)).toBe(false);
    expect(diagnosticsOf(matrix).join()).toContain(words);
  });

  it('asks of random programs, too, that they catch what is left to them', () => {
    const forPrograms = { ...killed, trial: trial('defect', DEFECTS[2]?.id ?? ''), checks: [] };
    expect(holds(matrixOf(forPrograms))).toBe(false);
  });
});

describe('the matrix is shown', () => {
  const survivor = { ...killed, trial: trial('defect', 'derived-bug'), checks: [] };
  const matrix = matrixOf(killed, survivor, fair, { ...fair, trial: trial('pair', 'late+early') });

  it('at a terminal', () => {
    expect(terminalMatrix(matrix, NO_PAINT)).toMatchSnapshot();
  });

  it('as a page, without the rules that no scenario is there for', () => {
    const page = markdownMatrix(matrix);
    const from = page.indexOf('## Defects');
    expect(page.slice(from)).toMatchSnapshot();
    expect(page).toContain('| defects caught by a check that cites their rule | 1 of 2 |');
  });
});
