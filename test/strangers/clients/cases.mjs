// The cases of the runner: each client of proof/strangers/clients in its right form, with each breach, and with each habit.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

const HOME = new URL('../../../proof/strangers/clients/', import.meta.url);
const DAYS = new URL('../../../scenarios/clients/', import.meta.url);

/** @returns for each rule the days that say that they exercise it */
function daysByRule() {
  const byRule = new Map();
  for (const file of readdirSync(DAYS).toSorted()) {
    const { exercises = [] } = parse(readFileSync(new URL(file, DAYS), 'utf8'));
    for (const rule of exercises) byRule.set(rule, [...(byRule.get(rule) ?? []), file.replace('.yaml', '')]);
  }
  return byRule;
}

/** @returns `{server, program, words, cases}` for each client; a case has the kinds of the servers' cases */
export function readClients() {
  const days = daysByRule();
  const catalogue = JSON.parse(readFileSync(new URL('catalogue.json', HOME), 'utf8'));
  return Object.entries(catalogue).map(([name, { command, breaches, habits, unproven = {} }]) => {
    const [program, file] = command;
    const breach = ([id, expected]) => {
      const [first] = [expected].flat();
      return {
        id,
        kind: 'defect',
        words: ['--breach', id],
        expected: [expected].flat(),
        shows: '',
        instances: first === 'client.coordinated-backoff' ? 3 : 1,
        days: [...new Set(['calm', ...(days.get(first) ?? [])])],
      };
    };
    const habit = ([id, shows]) => ({ id, kind: 'oddity', words: ['--habit', id], expected: [], shows });
    // What looks like a breach and cannot be proven must not be called one.
    const doubtful = ([id, shows]) => ({ ...habit([id, shows]), words: ['--breach', id] });
    const right = { id: 'right', kind: 'correct', words: [], expected: [], shows: 'the right form' };
    const cases = [
      right,
      ...Object.entries(breaches).map(breach),
      ...Object.entries(habits).map(habit),
      ...Object.entries(unproven).map(doubtful),
    ].map((one) => ({ instances: 1, days: [], ...one, server: name }));
    return { name, program, words: [new URL(file, HOME).pathname], cases };
  });
}
