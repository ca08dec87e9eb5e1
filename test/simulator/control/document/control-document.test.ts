import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { controlDocument } from '../../../../src/simulator/control/document/control-document.js';
import { STABLE_ROUTES } from '../../../../src/simulator/control/routes/routes.js';
import { type Json, startRig } from '../rig.js';

const document: Json = JSON.parse(JSON.stringify(controlDocument(STABLE_ROUTES)));

describe('the document of the control plane', () => {
  test('is a valid OpenAPI document with a name of its own for each route, and none for others', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(STABLE_ROUTES.filter(({ reply }) => reply === undefined)).toEqual([]);
    const ids = STABLE_ROUTES.map(({ id }) => id);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('keeps the names of version 1', () => {
    expect(document.info.version).toMatch(/^1\./);
    expect(document.paths['/devices/{deviceId}/witness'].get.operationId).toBe('getWitness');
    expect(document.paths['/journal'].get.operationId).toBe('readJournal');
  });

  test('says of a body what a client writes, and not what is made of it', () => {
    const { schema } = document.paths['/clock/step'].post.requestBody.content['application/json'];
    expect(schema.properties.duration).toEqual({ type: ['number', 'string'] });
    const limit = document.paths['/devices'].get.parameters[0];
    expect(limit).toMatchObject({ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 1000 } });
  });
});

describe('what the control plane answers', () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'doc', ...document });
  const fits = (method: string, path: string, status: string, body: Json): unknown => {
    const place = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      status,
      'content',
      'application/json',
      'schema',
    ];
    const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
    const validate = ajv.compile({ $ref: `doc#/${pointer.map(encodeURIComponent).join('/')}` });
    return validate(body) ? [] : validate.errors;
  };

  test.each([
    ['GET', '/', '/', undefined, '200'],
    ['GET', '/openapi.json', '/openapi.json', undefined, '200'],
    ['GET', '/devices', '/devices?limit=2', undefined, '200'],
    ['GET', '/devices/{deviceId}', '/devices/plant-1', undefined, '200'],
    ['GET', '/devices/{deviceId}', '/devices/none', undefined, '4XX'],
    ['GET', '/devices/{deviceId}/witness', '/devices/plant-1/witness', undefined, '200'],
    ['POST', '/devices/{deviceId}/stimuli', '/devices/plant-1/stimuli', { kind: 'drop-link' }, '200'],
    ['POST', '/devices/{deviceId}/stimuli', '/devices/plant-1/stimuli', { kind: 'none' }, '4XX'],
    ['POST', '/faults', '/faults', { fault: 'offline', on: { device: 'plant-1' } }, '201'],
    ['POST', '/faults/plan', '/faults/plan', 'faults:\n  - fault: offline\n', '201'],
    ['GET', '/faults', '/faults', undefined, '200'],
    ['DELETE', '/faults', '/faults', undefined, '200'],
    ['GET', '/clock', '/clock', undefined, '200'],
    ['POST', '/clock/step', '/clock/step', { duration: '3s' }, '200'],
    ['POST', '/clock/pause', '/clock/pause', undefined, '4XX'],
    ['GET', '/clients', '/clients', undefined, '200'],
    ['PATCH', '/clients/{clientId}', '/clients/reader', { disabled: true }, '200'],
    ['POST', '/expire-tokens', '/expire-tokens', undefined, '200'],
    ['GET', '/tickets', '/tickets', undefined, '200'],
    ['GET', '/commands', '/commands', undefined, '200'],
    ['GET', '/journal', '/journal', undefined, '200'],
    ['GET', '/snapshot', '/snapshot', undefined, '200'],
    ['POST', '/reset', '/reset', undefined, '200'],
  ] as const)('fits it: %s %s at %s', async (method, path, target, sent, status) => {
    const rig = await startRig();
    const token = await rig.logIn();
    await rig.service('GET', '/devices', undefined, token);
    const { body } = await rig.control(method, target, sent);
    expect(fits(method, path, status, body)).toEqual([]);
  });
});
