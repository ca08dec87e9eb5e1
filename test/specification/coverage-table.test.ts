import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, QUOTA_CLASSES } from '../../src/contract/endpoints.js';
import {
  type ErrorCode,
  OPEN_ERROR_CODES,
  STATED_ERROR_CODES,
  SUCCESS,
} from '../../src/contract/error-codes.js';
import * as limits from '../../src/contract/limits.js';
import { OPERATION_NAMES, OPERATIONS } from '../../src/contract/operations.js';
import { EVENT_TOPICS, REQUEST_TOPICS } from '../../src/contract/topics.js';
import { dialectNamed } from '../simulator/dialect-named.js';

const ROOT = new URL('../../', import.meta.url);
const page = readFileSync(new URL('test/specification/interface-coverage.md', ROOT), 'utf8');

/** The rows of a section, cell by cell, without headings. */
function rowsOf(section: string): string[][] {
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const lines = text
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const cells = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return cells.slice(2);
}

/** The rows of a section without their proofs: what the page says of the contract. */
function tableOf(section: string): string[][] {
  return rowsOf(section).map((cells) => cells.slice(0, -1).map((cell) => cell.replace(/^_?`(.+)`_?$/, '$1')));
}

it('has every endpoint with its path and permission, and no other', () => {
  const expected = ENDPOINT_NAMES.map((name) => {
    const { method, path, access } = ENDPOINTS[name];
    return [name, `${method} ${path}`, access];
  });
  expect(tableOf('Endpoints')).toEqual(expected);
});

it('has every topic and every operation with its permission, and no other', () => {
  expect(tableOf('Request topics')).toEqual(REQUEST_TOPICS.map((topic) => [topic]));
  expect(tableOf('Event topics')).toEqual(EVENT_TOPICS.map((topic) => [topic]));
  expect(tableOf('Operations')).toEqual(OPERATION_NAMES.map((name) => [name, OPERATIONS[name].scope]));
});

it('has every code with its status, and no other', () => {
  const { error } = dialectNamed('default');
  const codes = [...Object.keys(STATED_ERROR_CODES), ...Object.keys(OPEN_ERROR_CODES)] as ErrorCode[];
  const expected = codes.map((code) => [code, String(error(code).status)]);
  expect(tableOf('Codes')).toEqual([[SUCCESS, '200'], ...expected]);
});

it('has every number of the contract and every quota among the limits', () => {
  const text = rowsOf('Limits')
    .map(([limit]) => limit)
    .join('\n');
  for (const name of Object.keys(limits)) expect(text).toContain(`\`${name}\``);
  for (const quota of QUOTA_CLASSES) expect(text).toContain(`Quota \`${quota}\``);
});

it('has a proof in each row, and names only tests that exist', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| --'));
  const proven = rows.filter((line) => !/^\| \w+ .*\| Proof\s*\|$/.test(line));
  expect(proven.length).toBeGreaterThan(60);
  expect(proven.filter((line) => !/`test\/[^`]+\.ts` > \S/.test(line))).toEqual([]);
  const references = [...page.matchAll(/`(test\/[^`]+\.ts)` > (.+?)(?=<br>|\s*\||\.?$)/gm)];
  expect(references.length).toBeGreaterThan(proven.length);
  const missing = references.filter(([, file = '', title = '']) => !hasTest(file, title));
  expect(missing.map(([reference]) => reference)).toEqual([]);
  expect(hasTest('test/suites/service-rest.ts', 'a title that nobody wrote')).toBe(false);
  expect(hasTest('test/no-such.test.ts', 'a title')).toBe(false);
});

function hasTest(file: string, title: string): boolean {
  const url = new URL(file, ROOT);
  return existsSync(url) && readFileSync(url, 'utf8').includes(`'${title}'`);
}
