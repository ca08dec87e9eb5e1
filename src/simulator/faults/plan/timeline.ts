// What a plan will do and when; printed by `--dry-run`.
import { formatDuration } from '../../../kernel/duration.js';
import { describeTrigger } from '../engine/trigger.js';
import { faultType } from '../registry.js';
import type { FaultOrder } from '../order.js';
import { describeSelector } from '../selector.js';
import type { FaultPlan } from './parse-fault-plan.js';

export interface TimelineEntry {
  /** Ms from the start. */
  readonly begins: number;
  /** Undefined when it lasts until it is cleared. */
  readonly ends: number | undefined;
  readonly id: string | undefined;
  readonly type: string;
  readonly summary: string;
  /** In words: what it applies to, how often it fires, and its parameters as written. */
  readonly on: string;
  readonly when: string;
  readonly parameters: string;
}

/** In the order of the beginnings. */
export function timeline(plan: FaultPlan): readonly TimelineEntry[] {
  return plan.faults.map(entryOf).toSorted((a, b) => a.begins - b.begins);
}

/** As aligned lines of text. */
export function timelineLines(plan: FaultPlan): readonly string[] {
  const rows = timeline(plan).map((entry) => [
    entry.begins === 0 ? 'start' : formatDuration(entry.begins),
    entry.ends === undefined ? 'until cleared' : `until ${formatDuration(entry.ends)}`,
    entry.id === undefined ? entry.type : `${entry.type} (${entry.id})`,
    entry.on,
    [entry.when, entry.parameters].filter((text) => text !== '').join('; '),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padStart(widths[0] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function entryOf({ id, type, selector, trigger, lasts, written }: FaultOrder): TimelineEntry {
  const kind = faultType(type);
  return {
    begins: trigger.after,
    ends: lasts === undefined ? undefined : trigger.after + lasts,
    id,
    type,
    summary: kind?.summary ?? '',
    on: describeSelector(selector),
    when: describeTrigger(trigger, kind?.occasion ?? 'occasion'),
    parameters: parametersOf(written['with']),
  };
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
