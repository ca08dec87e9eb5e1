// A path that the interface does not have is told with the endpoint that was probably meant.
import { expect, test } from 'vitest';
import { nearestEndpoint } from '../../../src/cli/tail/record-text.js';

test.each([
  ['POST', '/svc/v1/devices/bench-01/relays', 'POST /svc/v1/devices/{deviceId}/relays/commands'],
  ['PUT', '/svc/v1/devices/bench-01/relays/command', 'POST /svc/v1/devices/{deviceId}/relays/commands'],
  ['GET', '/svc/v1/device?limit=2', 'GET /svc/v1/devices'],
  ['POST', '/auth/tokn', 'POST /svc/v1/auth/token'],
  ['GET', '/favicon.ico', undefined],
])('%s %s', (method, path, meant) => {
  expect(nearestEndpoint(method, path)).toBe(meant);
});
