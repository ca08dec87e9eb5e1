// The devices of the demo fleet, as its file has them: for tests that ask whether something shows each of them.
import { readFileSync } from 'node:fs';
import { startFleet } from './parsing.js';

const FILE = new URL('../../../fixtures/fleets/default.yaml', import.meta.url);

/** Their identifiers, in the order of the file. */
export function demoDevices(): string[] {
  return [...startFleet(readFileSync(FILE, 'utf8')).fleet.list()].map(({ deviceId }) => deviceId);
}
