import { readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { type Endpoint, ENDPOINT_NAMES, ENDPOINTS } from '../../src/contract/endpoints.js';
import { OPEN_ERROR_CODES, STATED_ERROR_CODES, type ErrorCode } from '../../src/contract/error-codes.js';
import { OPERATION_NAMES } from '../../src/contract/operations.js';
import { EVENT_TOPICS, REQUEST_TOPICS } from '../../src/contract/topics.js';
import { asyncApiDocument } from '../../src/specification/async-api.js';
import { openApiDocument } from '../../src/specification/open-api.js';
import { dialectOf } from '../dialect/read-dialect.js';
import { DIALECTS, dialectNamed } from '../simulator/dialect-named.js';

/** Every `$ref` of the document leads somewhere in it. */
function danglingIn(document: unknown): string[] {
  const text = JSON.stringify(document);
  const refs = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path));
  return [...refs].filter((path) => {
    let part: unknown = document;
    for (const key of path.split('/')) part = (part as Record<string, unknown> | undefined)?.[key];
    return part === undefined;
  });
}

describe.each(DIALECTS)('in the %s dialect', (name) => {
  const dialect = dialectNamed(name);
  const codes = Object.keys({ ...STATED_ERROR_CODES, ...OPEN_ERROR_CODES }) as ErrorCode[];

  it('the OpenAPI document is one for a foreign validator', async () => {
    const document = openApiDocument(dialect, 'https://example.org');
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    const broken = structuredClone(document) as { paths: Record<string, { get: { responses?: unknown } }> };
    broken.paths['/svc/v1/devices']!.get.responses = 'none';
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
    expect(danglingIn(document)).toEqual([]);
  });

  it('the OpenAPI document has every endpoint, every code with its status, and every permission', () => {
    const document = openApiDocument(dialect) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown>; description: string }>>;
    };
    const text = JSON.stringify(document);
    for (const endpoint of ENDPOINT_NAMES) {
      const { method, path, access } = ENDPOINTS[endpoint];
      const operation = document.paths[path]![method.toLowerCase()]!;
      expect(operation.description).toContain(access.startsWith('device:') ? access : 'Needs');
      expect(Object.keys(operation.responses)).toContain('500');
    }
    for (const code of codes.filter((each) => each !== 'NOT_FOUND')) {
      const wire = dialect.error(code);
      expect(text).toContain(`"const":"${wire.code}"`);
      expect(text).toContain(`"${wire.status}":{"description"`);
    }
    for (const operation of OPERATION_NAMES) expect(text).toContain(`command.${operation}`);
  });

  it('the AsyncAPI document is one for the official schema', () => {
    const document = asyncApiDocument(dialect);
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    const official = ajv.compile(specs.schemasWithoutId['3.0.0'] as object);
    expect(official(document) || official.errors).toBe(true);
    expect(official({ ...document, operations: { ping: { action: 'shout' } } })).toBe(false);
    expect(danglingIn(document)).toEqual([]);
    expect(asyncApiDocument(dialect, 'http://127.0.0.1:7070')['servers']).toMatchObject({
      service: { host: '127.0.0.1:7070', protocol: 'ws' },
    });
  });

  it('the AsyncAPI document has every topic, with replies to the requests', () => {
    const { operations } = asyncApiDocument(dialect) as {
      operations: Record<string, { action: string; reply?: unknown }>;
    };
    expect(Object.keys(operations)).toEqual([...REQUEST_TOPICS, ...EVENT_TOPICS]);
    for (const topic of REQUEST_TOPICS) expect(operations[topic]).toHaveProperty('reply');
    for (const topic of EVENT_TOPICS) expect(operations[topic]).toMatchObject({ action: 'send' });
  });
});

const GALLERY = readdirSync('fixtures/dialects/gallery').filter((name) => name.endsWith('.yaml'));

describe.each(GALLERY)('in the manner of %s', (file) => {
  const dialect = dialectOf(readFileSync(`fixtures/dialects/gallery/${file}`, 'utf8'));

  it('the OpenAPI document has what the server has, and no more', async () => {
    const document = openApiDocument(dialect) as { paths: Record<string, Record<string, unknown>> };
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    expect(danglingIn(document)).toEqual([]);
    for (const name of ENDPOINT_NAMES) {
      const { method, path, feature }: Endpoint = ENDPOINTS[name];
      const shown = document.paths[dialect.path(path)]?.[method.toLowerCase()] !== undefined;
      expect(shown).toBe(feature === undefined || !dialect.without.has(feature));
    }
  });

  it('the AsyncAPI document is one for the official schema', () => {
    const document = asyncApiDocument(dialect);
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    const official = ajv.compile(specs.schemasWithoutId['3.0.0'] as object);
    expect(official(document) || official.errors).toBe(true);
    expect(danglingIn(document)).toEqual([]);
  });
});
