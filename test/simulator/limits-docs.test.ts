// docs/limits.md against the code: it lists every limit of what others send to the simulator, with its number.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  FRAME_LIMITS,
  JSON_LIMITS,
  MEMORY_LIMITS,
  REQUEST_LIMITS,
  SOCKET_LIMITS,
} from '../../src/simulator/limits/limits.js';

const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');

/** Limit -> number, of the table below a heading. */
function listed(heading: string): Record<string, unknown> {
  const part = page.split(`\n### ${heading}\n`)[1]?.split('\n#')[0] ?? '';
  const rows = [...part.matchAll(/^\| `([^`]+)` *\| `([^`]+)` *\|/gm)];
  return Object.fromEntries(rows.map(([, name = '', number = '']) => [name, parse(number) as unknown]));
}

describe('docs/limits.md', () => {
  it.each([
    ['Sockets of the service', SOCKET_LIMITS],
    ['Requests', { ...REQUEST_LIMITS, ...JSON_LIMITS }],
    ['WebSocket connections', FRAME_LIMITS],
    ['Memory', MEMORY_LIMITS],
  ])('lists the limits under «%s», and no others', (heading, limits) => {
    expect(listed(heading)).toEqual(limits);
  });
});
