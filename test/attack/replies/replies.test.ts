// A few of the wrong answers of the attack, whose verdict is known.
import { expect, it } from 'vitest';
import { inWords, type Mutation } from './mutation.js';
import { type MutatedRun, runMutated } from './run-mutated.js';

const LONG = 60_000;

function ran(mutation: Mutation): Promise<MutatedRun> {
  return runMutated(mutation, 1);
}

const broken = ({ rules }: MutatedRun): readonly string[] => rules.map(([rule]) => rule);

it.each<[Mutation, readonly string[]]>([
  [
    {
      place: { kind: 'rest', what: 'token.create', of: 'success' },
      change: { kind: 'refusal', code: 'NOT_FOUND', status: 404 },
    },
    ['auth.token-issued'],
  ],
  [
    {
      place: { kind: 'rest', what: 'ticket.create', of: 'success' },
      change: { kind: 'refusal', code: 'DEVICE_BUSY', status: 409 },
    },
    ['ws.ticket-issued'],
  ],
  [
    {
      place: { kind: 'rest', what: 'devices.read', of: 'success' },
      change: { kind: 'whole', to: 'nothing', text: '' },
    },
    ['envelope.json'],
  ],
])(
  'is red under its rule, and ends: %o',
  async (mutation, rules) => {
    const run = await ran(mutation);
    expect(`${inWords(mutation)}: ${run.kind}`).toBe(`${inWords(mutation)}: broken`);
    expect(broken(run)).toEqual(expect.arrayContaining([...rules]));
    expect(run.checks.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  },
  LONG,
);

it(
  'is none in a simulator as it is',
  async () => {
    const run = await runMutated(undefined, 1);
    expect([run.kind, broken(run)]).toEqual(['passed', []]);
  },
  LONG,
);
