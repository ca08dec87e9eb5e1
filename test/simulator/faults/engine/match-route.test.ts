import { expect, test } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, pathOf } from '../../../../src/contract/endpoints.js';
import { matchRoute } from '../../../../src/simulator/faults/engine/rest-edge.js';

test('every endpoint is found again by the path that is made for it', () => {
  const parameters = { deviceId: 'plant 1/ä', commandId: 'cmd-1', index: '2' };
  for (const route of ENDPOINT_NAMES) {
    const matched = matchRoute(ENDPOINTS[route].method, pathOf(route, parameters));
    expect(matched?.route).toBe(route);
    expect(parameters).toMatchObject(matched?.parameters ?? { none: true });
  }
});

test('what is no endpoint has no route, and a broken escape is left as it is', () => {
  expect(matchRoute('PATCH', '/svc/v1/devices')).toBeUndefined();
  expect(matchRoute('GET', '/svc/v1/elsewhere')).toBeUndefined();
  expect(matchRoute('GET', '/svc/v1/devices/%E0%A4%A')?.parameters).toEqual({ deviceId: '%E0%A4%A' });
});
