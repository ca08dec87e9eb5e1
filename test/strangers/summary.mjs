// What the runner writes: numbers by class, a table of what is not as it ought to be with the reason, all cases.
import { GOOD } from './classify.mjs';

export function isGood({ kind, class: found }) {
  return GOOD[kind].includes(found);
}

/** @param results cases in their order, each with `server`, `kind`, `id`, `seed`, `class`, `expected` and its outcome */
export function markdownOf(results, { speed, of }) {
  const lines = ['# Strangers', '', `${results.length} of ${of} runs, clock ${speed} times as fast.`, ''];
  for (const name of new Set(results.map(({ server }) => server))) {
    const own = results.filter(({ server }) => server === name);
    lines.push(`## ${name}`, '', '| kind | class | cases |', '| --- | --- | --- |', ...tally(own), '');
    for (const kind of ['correct', 'oddity', 'defect']) {
      const some = own.filter((one) => one.kind === kind && !isGood(one));
      if (some.length > 0) lines.push(`### ${kind}: not as it ought to be`, '', ...some.flatMap(entry), '');
    }
    lines.push('### As it ought to be', '', ...own.filter(isGood).map(shortEntry), '');
  }
  return lines.join('\n');
}

function tally(results) {
  const counts = new Map();
  for (const one of results) {
    const key = `| ${one.kind} | ${one.class} |`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([key, count]) => `${key} ${count} |`);
}

function entry(one) {
  const named = [...(one.failed ?? []), ...(one.warned ?? []).map((rule) => `${rule} (warning)`)];
  const lines = [`- **${one.id}** (seed ${one.seed}): ${one.class}. ${one.shows}`];
  if (one.failure !== undefined) return [...lines, `  - ${one.failure}`];
  if (one.expected.length > 0) lines.push(`  - breaks: ${one.expected.join(', ')}`);
  if (named.length > 0) lines.push(`  - named: ${named.join(', ')}`);
  for (const { rule, check, actual } of (one.evidence ?? []).slice(0, 3))
    lines.push(`  - ${rule} by ${check}: ${inline(actual)}`);
  for (const text of [...(one.errors ?? []), ...(one.inconclusive ?? [])].slice(0, 3))
    lines.push(`  - ${inline(text)}`);
  return lines;
}

function shortEntry(one) {
  const ours = [...(one.failed ?? []), ...(one.warned ?? [])].filter((rule) => one.expected.includes(rule));
  const what = one.excused ?? ours.join(', ');
  return `- ${one.id}${what && `: ${what}`} (${one.seconds} s)`;
}

function inline(text) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}
