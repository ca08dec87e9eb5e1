// The command line that audits again what a report shows.
import { quotedForShell } from '../../output/shell-words.js';
import type { AuditOptions } from './options.js';

export function repeatLine(words: readonly string[], options: AuditOptions, seed: number): string {
  const {
    config,
    env = [],
    day = [],
    rule = [],
    instances,
    speed,
    fleet,
    dialect,
    listen,
    tls,
    proxy,
    virtual,
    explore,
  } = options;
  const flag = (name: string, value: string | number | undefined): string[] =>
    value === undefined ? [] : [name, String(value)];
  const line = [
    'conform',
    'audit',
    ...flag('--config', config),
    ...flag('--proxy', proxy),
    ...env.flatMap((each) => ['--env', each]),
    ...day.flatMap((each) => ['--day', each]),
    ...rule.flatMap((each) => ['--rule', each]),
    ...flag('--instances', instances),
    ...flag('--speed', speed),
    ...(virtual === true ? ['--virtual'] : []),
    ...flag('--explore', explore),
    ...flag('--fleet', fleet),
    ...flag('--dialect', dialect),
    ...flag('--listen', listen),
    ...(tls === true ? ['--tls'] : []),
    ...flag('--seed', seed),
    ...(words.length > 0 ? ['--', ...words] : []),
  ];
  return line.map(quotedForShell).join(' ');
}
