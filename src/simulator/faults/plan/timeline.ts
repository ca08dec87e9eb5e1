// What a plan will do and when; printed by `--dry-run`.
import { formatDuration } from '../../../kernel/duration.js';
import { describeTrigger } from '../engine/trigger.js';
import { faultType } from '../registry.js';
import type { FaultOrder } from '../order.js';
import { describeSelector } from '../selector.js';
import type { FaultPlan } from './parse-fault-plan.js';

/** As aligned lines of text, in the order of the beginnings. */
export function timelineLines({ faults }: FaultPlan): readonly string[] {
  const rows = faults.toSorted((one, other) => one.trigger.after - other.trigger.after).map(rowOf);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map(([begins = '', ...others]) => {
    const cells = others.map((cell, at) => cell.padEnd(widths[at + 1] ?? 0));
    return [begins.padStart(widths[0] ?? 0), ...cells].join('  ').trimEnd();
  });
}

/** When it begins and ends, what it is and applies to, how often it fires, and its parameters as written. */
function rowOf({ id, type, selector, trigger, lasts, written }: FaultOrder): readonly string[] {
  const { after } = trigger;
  const when = describeTrigger(trigger, faultType(type)?.occasion ?? 'occasion');
  return [
    after === 0 ? 'start' : formatDuration(after),
    lasts === undefined ? 'until cleared' : `until ${formatDuration(after + lasts)}`,
    id === undefined ? type : `${type} (${id})`,
    describeSelector(selector),
    [when, parametersOf(written['with'])].filter((text) => text !== '').join('; '),
  ];
}

function parametersOf(given: unknown): string {
  if (typeof given !== 'object' || given === null) return '';
  return Object.entries(given)
    .map(([name, value]) => `${name} ${inWords(value)}`)
    .join(', ');
}

/** As a plan would write it: `{ from: 1s, to: 3s }`. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inWords).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const pairs = Object.entries(value).map(([name, inner]) => `${name}: ${inWords(inner)}`);
  return `{ ${pairs.join(', ')} }`;
}
