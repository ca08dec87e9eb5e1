// An order for a fault from the options of a command line, as a plan would have it.
import type { OptionsOf } from '../option-rows.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';

export function faultOrder(type: string, options: OptionsOf<'fault add'>): Result<Record<string, unknown>> {
  const { device, profile, client, route, topic } = options;
  const on = present({ device, profile, client, route, topic });
  const parameters: [string, unknown][] = [];
  for (const text of options.with ?? []) {
    const at = text.indexOf('=');
    if (at < 1) return refuseInput(`--with ${text}: no value is given`, 'Write it as --with name=value.');
    parameters.push([text.slice(0, at), valueOf(text.slice(at + 1))]);
  }
  const { id, after, for: lasts, every, probability, count } = options;
  return {
    ok: true,
    value: {
      fault: type,
      ...(Object.keys(on).length > 0 && { on }),
      ...(parameters.length > 0 && { with: Object.fromEntries(parameters) }),
      ...present({ id, after, for: lasts, every, probability, count }),
    },
  };
}

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** `5`, `true` and `{"from": "1s", "to": "3s"}` are what they look like; all else is a word. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const OPTIONS = new Set(['id', 'after', 'for', 'every', 'probability', 'count']);

/** The option or argument that stands for a place of the order. */
export function orderTerm(pointer: string): string | undefined {
  const [, first = '', second] = pointer.split('/');
  if (first === 'fault') return '<type>';
  if (first === 'on') return second === undefined ? undefined : `--${second}`;
  if (first === 'with') return second === undefined ? '--with' : `--with ${second}=`;
  return OPTIONS.has(first) ? `--${first}` : undefined;
}
