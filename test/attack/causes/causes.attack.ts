// Services with one fault that breaks much: the run is red under the rule that the fault breaks, and names no other.
import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { attackSeed } from '../size.js';
import { runAgainst } from '../replies/run-mutated.js';
import { WIDE_FAULTS } from './causes.js';

it.each(WIDE_FAULTS.filter(({ name }) => name.includes(process.env['ATTACK_ONLY'] ?? '')))(
  'names one rule: $name',
  async ({ name, rules, decorate }) => {
    const run = await runAgainst({ decorations: () => [decorate()] }, attackSeed());
    const named = run.rules.map(([rule, count]) => `${rule} ${count}`);
    if (process.env['ATTACK_LOG']) {
      appendFileSync(
        process.env['ATTACK_LOG'],
        `${name} | ${run.kind} ${run.took}s | ${named.length} rules: ${named.join(', ')} | ${run.kind === 'broken' ? '' : run.told}\n`,
      );
      for (const c of run.checks)
        for (const f of c.findings)
          if (f.verdict === 'fail' || f.verdict === 'warn')
            appendFileSync(
              process.env['ATTACK_LOG'] + '.detail',
              `${name} | ${c.id} | ${f.rule} | ${f.where} | exp ${f.expected} | act ${f.actual} | ${f.exchanges}\n`,
            );
    }
    expect(run.checks.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    expect(run.rules.map(([rule]) => rule).filter((rule) => !(rules as string[]).includes(rule))).toEqual([]);
    expect(run.kind).toBe(rules.length === 0 ? 'passed' : 'broken');
  },
);
