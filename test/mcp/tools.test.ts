// The tools for agents: each has a name of its own, and docs/agents.md tells what it is for.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/server.js';

const names = TOOLS.map(({ name }) => name);
const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');

it('has no two tools of one name', () => {
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names).size).toBe(names.length);
});

it('has each tool on the page for agents', () => {
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
