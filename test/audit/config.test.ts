import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAuditFile } from '../../src/audit/config/audit-file.js';
import { auditJsonSchema, dayJsonSchema } from '../../src/audit/json-schemas.js';

describe('the file of an audit', () => {
  test('is the example that conform init writes', () => {
    const read = parseAuditFile(readFileSync('fixtures/audits/example.yaml', 'utf8'), 'audit.yaml');
    expect(read).toMatchObject({
      ok: true,
      value: { command: ['python3', 'my_client.py'], env: { API_BASE: '{url}' } },
    });
  });

  test.each([
    ['comand: [a]', 1, /unknown key "comand"/],
    ['env: { A: "{ulr}" }', 1, /nothing takes the place of \{ulr\}/],
    ['require:\n  - client.heartbeats', 2, /client.heartbeat/],
    ['waivers:\n  - { rule: client.heartbeat, reason: r, until: soon }', 2, /expected a day/],
    ['instances: 0', 1, /instances/],
    ['command: python3 client.py', 1, /list of words/],
  ])('says what is wrong with %s, and where', (text, line, message) => {
    const read = parseAuditFile(text, 'audit.yaml');
    expect(read).toMatchObject({ ok: false, problems: [{ file: 'audit.yaml', line }] });
    const [problem] = read.ok ? [] : read.problems;
    expect(`${problem?.message} ${problem?.hint}`).toMatch(message);
  });

  test('has a JSON Schema, and so have days', () => {
    expect(auditJsonSchema()).toMatchObject({ title: 'An audit of conform', properties: { command: {} } });
    expect(dayJsonSchema()).toMatchObject({
      title: 'A day of an audit by conform',
      properties: { orders: {}, faults: {} },
    });
  });
});
