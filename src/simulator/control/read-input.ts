// Reads what a request of the control plane brings, or says where it is wrong.
import type { z } from 'zod';
import type { ControlProblem, ControlRoute } from './route.js';

export type ReadInput =
  | { readonly ok: true; readonly body: unknown; readonly query: unknown }
  | { readonly ok: false; readonly problems: readonly ControlProblem[] };

export function readInput(route: ControlRoute, text: string, search: string): ReadInput {
  const query = route.query?.safeParse(Object.fromEntries(new URLSearchParams(search)));
  if (query && !query.success) {
    return { ok: false, problems: query.error.issues.map((issue) => problemOf(issue, '?')) };
  }
  if (route.text) return { ok: true, body: text, query: query?.data };
  if (!route.body) {
    if (text.trim() !== '' && text.trim() !== '{}')
      return { ok: false, problems: [{ message: 'This request takes no body.' }] };
    return { ok: true, body: undefined, query: query?.data };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problems: [{ message: 'The body is not JSON.', pointer: '' }] };
  }
  const body = route.body.safeParse(value);
  if (body.success) return { ok: true, body: body.data, query: query?.data };
  return { ok: false, problems: body.error.issues.map((issue) => problemOf(issue, '/')) };
}

function problemOf(issue: z.core.$ZodIssue, before: '?' | '/'): ControlProblem {
  const pointer =
    before === '?'
      ? `?${issue.path.map(String).join('.')}`
      : issue.path.map((part) => `/${escape(part)}`).join('');
  return { message: issue.message, pointer };
}

function escape(part: PropertyKey): string {
  return String(part).replaceAll('~', '~0').replaceAll('/', '~1');
}
