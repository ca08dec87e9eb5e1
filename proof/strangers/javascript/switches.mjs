// The switches of the command line. Their names and texts stand in switches.json.
import { readFileSync } from 'node:fs';

const lists = JSON.parse(readFileSync(new URL('./switches.json', import.meta.url), 'utf8'));
export const DEFECTS = new Set(lists.defects.map((d) => d.name));
export const ODDITIES = new Set(lists.oddities.map((o) => o.name));

export const defects = new Set();
export const oddities = new Set();

// A name in the code that is not in the list is an error of this program.
export function bug(name) {
  if (!DEFECTS.has(name)) throw new Error('no such defect: ' + name);
  return defects.has(name);
}
export function odd(name) {
  if (!ODDITIES.has(name)) throw new Error('no such oddity: ' + name);
  return oddities.has(name);
}
