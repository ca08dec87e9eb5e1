// What `conform fault` does: orders faults in a running simulator, lists them and clears them.
import type { OptionsOf } from '../option-rows.js';
import { resolve } from 'node:path';
import { defined } from '../../kernel/defined.js';
import { jsonIn } from '../../kernel/json.js';
import { formatDuration } from '../../kernel/duration.js';
import type { FaultStatus } from '../../simulator/faults/engine/instance.js';
import { usageError } from '../diagnostics.js';
import type { ExitCode } from '../exit-codes.js';
import { readText } from '../files.js';
import type { Io } from '../io.js';
import { table } from '../../report/layout.js';
import { askAndPrint, type ControlOptions } from '../control/client.js';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import { urlPart } from '../../kernel/url-part.js';

export function printFaults(options: ControlOptions, io: Io): Promise<ExitCode> {
  return askAndPrint<{ faults: FaultStatus[] }>(io, options, {
    ask: (client) => client.call('GET', '/faults'),
    show: ({ faults }) => faultsText(faults),
  });
}

export async function orderFault(type: string, options: OptionsOf<'fault add'>, io: Io): Promise<ExitCode> {
  const order = faultOrder(type, options);
  if (!order.ok) return usageError(io, order.diagnostics);
  return askAndPrint<FaultStatus>(io, options, {
    ask: (client) => client.call('POST', '/faults', order.value),
    show: ({ id, state }) => `${id} is ${state}\n`,
    terms: orderTerm,
  });
}

export async function applyPlan(file: string, options: ControlOptions, io: Io): Promise<ExitCode> {
  const text = readText(resolve(io.cwd, file));
  if (!text.ok) return usageError(io, text.message);
  return askAndPrint<{ ids: string[] }>(io, options, {
    ask: (client) => client.call('POST', '/faults/plan', text.value),
    show: ({ ids }) => `ordered ${ids.join(', ')}\n`,
    terms: (pointer) => `${file}, at ${pointer}`,
  });
}

/** @param id all faults when undefined. */
export function clearFaults(id: string | undefined, options: ControlOptions, io: Io): Promise<ExitCode> {
  const path = id === undefined ? '/faults' : `/faults/${urlPart(id)}`;
  return askAndPrint<{ cleared: string[] }>(io, options, {
    ask: (client) => client.call('DELETE', path),
    show: ({ cleared }) =>
      cleared.length === 0 ? 'there were no faults\n' : `cleared ${cleared.join(', ')}\n`,
  });
}

function faultsText(faults: readonly FaultStatus[]): string {
  if (faults.length === 0) return 'no faults\n';
  const rows = faults.map(({ id, type, state, startsIn, endsIn, firings, occasions }) => [
    id,
    type,
    state,
    startsIn === undefined ? '' : `begins in ${formatDuration(startsIn)}`,
    endsIn === undefined ? '' : `ends in ${formatDuration(endsIn)}`,
    `fired ${firings} of ${occasions}`,
  ]);
  return table([['FAULT', 'TYPE', 'STATE', '', '', ''], ...rows]);
}

// An order for a fault from the options of a command line, as a plan would have it.

export function faultOrder(type: string, options: OptionsOf<'fault add'>): Result<Record<string, unknown>> {
  const { device, profile, client, route, topic } = options;
  const on = defined({ device, profile, client, route, topic });
  const parameters: [string, unknown][] = [];
  for (const text of options.with ?? []) {
    const at = text.indexOf('=');
    if (at < 1) return refuseInput(`--with ${text}: no value is given`, 'Write it as --with name=value.');
    // `5`, `true` and `{"from": "1s", "to": "3s"}` are what they look like; all else is a word.
    const value = text.slice(at + 1);
    parameters.push([text.slice(0, at), jsonIn(value) ?? value]);
  }
  const { id, after, for: lasts, every, probability, count } = options;
  return accepted({
    fault: type,
    ...(Object.keys(on).length > 0 && { on }),
    ...(parameters.length > 0 && { with: Object.fromEntries(parameters) }),
    ...defined({ id, after, for: lasts, every, probability, count }),
  });
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
