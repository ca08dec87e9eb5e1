// What the names of a scenario stood for, in words: the names of findings beside those of the target.
import type { BoundName, CheckResult } from '../harness/verdict/verdict.js';

/** Undefined where they say nothing that a reader does not know. */
export function nameWords({ names = [] }: Pick<CheckResult, 'names'>): string | undefined {
  const telling = names.filter(({ name, id, channels }) => name !== id || Object.keys(channels).length > 0);
  return telling.length === 0 ? undefined : telling.map(oneName).join('; ');
}

function oneName({ name, kind, id, channels }: BoundName): string {
  const listed = Object.entries(channels).map(([path, channel]) => `${path} ${channel}`);
  return `${name} is ${kind} ${id}${listed.length > 0 ? ` with ${listed.join(', ')}` : ''}`;
}
