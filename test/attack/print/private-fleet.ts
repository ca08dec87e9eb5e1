// The demo fleet with secrets that stand nowhere else, as a file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PrivateFleet {
  readonly file: string;
  readonly secrets: readonly string[];
}

/** @param seed makes other secrets. */
export function writePrivateFleet(folder: string, seed: number): PrivateFleet {
  const secrets: string[] = [];
  const text = readFileSync('fixtures/fleets/default.yaml', 'utf8').replace(/\bdemo-(\w+)-secret\b/g, () => {
    const secret = `${random(seed, secrets.length)}_${random(seed, secrets.length + 100)}`;
    secrets.push(secret);
    return secret;
  });
  const file = join(folder, 'fleet.yaml');
  writeFileSync(file, text);
  return { file, secrets };
}

/** Sixteen letters and digits. */
function random(seed: number, at: number): string {
  let state = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca6b);
  return Array.from({ length: 16 }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) ^ (state << 7);
    return 'abcdefghijkmnpqrstuvwxyz23456789ABCDEFGHJKLMNPQRSTUVWXYZ'.charAt((state >>> 3) % 56);
  }).join('');
}
