import { afterEach, expect, it } from 'vitest';
import { openApiDocument } from '../../src/specification/open-api.js';
import { createServing } from '../simulator/transport/listening.js';
import { DIALECTS } from '../simulator/dialect-named.js';

const serving = createServing();
afterEach(() => serving.closeAll());

it.each(DIALECTS)(
  'a simulator serves its OpenAPI document to anybody, in the %s dialect',
  async (dialect) => {
    const served = await serving.open({ dialect });
    const response = await fetch(`${served.url}/openapi.json?now`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual(openApiDocument(served.dialect));
    expect((await fetch(`${served.url}/openapi.json`, { method: 'POST' })).status).not.toBe(200);
  },
);
