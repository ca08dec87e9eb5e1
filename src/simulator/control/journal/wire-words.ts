// What came and went as bytes, as a record or a page shows it: JSON where it is some, and never more than is read.
import { ENDPOINTS } from '../../../contract/endpoints.js';
import { detached } from '../../../kernel/detached.js';
import { readJson } from '../../../kernel/json-limits.js';
import { JSON_LIMITS } from '../../limits/limits.js';
import type { ArrivedRequest } from '../../transport/rest/message.js';

/** The body as JSON; undefined when it is none, or more than is looked at. */
export function wireOf({ body }: ArrivedRequest): unknown {
  if (body === '' || body.length > LARGEST_READ) return undefined;
  const read = readJson(body, JSON_LIMITS);
  return read.ok ? read.value : undefined;
}

/** Bodies with more characters are told by their length. */
const LARGEST_READ = 65_536;
/** Characters of JSON that a record keeps of one body. */
const LARGEST_KEPT = 2000;
/** Characters of a body that is no JSON. */
const EXCERPT = 200;

/** What is no JSON has no names by which a secret in it could be told: it is shown where none belongs. */
export function unreadableWords({ body, routed }: ArrivedRequest): string {
  const size = `${body.length} characters`;
  if (body.length > LARGEST_READ) return `<${size}>`;
  const access = 'refusal' in routed ? 'none' : ENDPOINTS[routed.endpoint].access;
  const mayHoldSecrets = access === 'none' || access === 'ticket' || access === 'device:manage';
  return mayHoldSecrets ? `<${size} that are no JSON>` : detached(body, EXCERPT);
}

/** @param most characters of JSON. */
export function bounded(value: unknown, most = LARGEST_KEPT): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || text.length <= most ? value : `<JSON of ${text.length} characters>`;
}
