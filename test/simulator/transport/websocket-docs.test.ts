import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLOSE_CODES } from '../../../src/simulator/transport/websocket/session.js';

const page = readFileSync(new URL('../../../docs/websocket.md', import.meta.url), 'utf8');

describe('docs/websocket.md', () => {
  it('lists the close codes that the service uses, and no others', () => {
    const listed = [...page.matchAll(/^\| (\d{4}) \|/gm)].map(([, code]) => Number(code));
    const used = Object.values(CLOSE_CODES).map(({ code }) => code);
    expect(listed).toEqual(used.toSorted((a, b) => a - b));
    expect(listed).toHaveLength(11);
  });
});
