// Times on the wire are those of a clock that is behind, and that knows whole minutes only.
import { isObject } from '../../kernel/json.js';
import { editBoth } from './edit-both.js';
import type { Json } from '../wire/edit-messages.js';
import type { Style } from './style.js';

const MINUTE = 60_000;
/** Ms by which the clock is behind: a summer time that somebody forgot. */
const BEHIND = 3_600_000;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function coarseClock(): Style {
  return {
    id: 'coarse-clock',
    summary: 'Times of commands and events are an hour behind, and in whole minutes.',
    because: 'Fields of commands and events beyond those that are named, such as times, are not shown.',
    ...editBoth((message) => behind(message) as Json),
  };
}

function behind(value: unknown): unknown {
  if (typeof value === 'string')
    return MOMENT.test(value)
      ? new Date(Math.floor((Date.parse(value) - BEHIND) / MINUTE) * MINUTE).toISOString()
      : value;
  if (Array.isArray(value)) return value.map(behind);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, behind(each)]));
}
