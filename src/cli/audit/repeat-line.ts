// The command line that audits again what a report shows.
import { quotedForShell } from '../../output/shell-words.js';
import type { AuditOptions } from './options.js';

/** The options that decide what is seen, in the order in which they are written. */
const SHOWN = [
  ...(['config', 'proxy', 'env', 'day', 'rule', 'instances', 'speed', 'virtual', 'explore'] as const),
  ...(['fleet', 'dialect', 'listen', 'tls'] as const),
];

export function repeatLine(words: readonly string[], options: AuditOptions, seed: number): string {
  const asked = SHOWN.flatMap((name) =>
    [options[name] ?? []].flat().flatMap((value) => {
      if (value === false) return [];
      return value === true ? [`--${name}`] : [`--${name}`, String(value)];
    }),
  );
  const own = words.length > 0 ? ['--', ...words] : [];
  return ['conform', 'audit', ...asked, '--seed', String(seed), ...own].map(quotedForShell).join(' ');
}
