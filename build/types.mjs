// Leaves only the declarations that an entry of the package needs: the others are for nobody who installs it.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMPORTED = /(?:from|import|import\()\s*['"](\.[^'"]+)\.js['"]/g;

export function pruneTypes() {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const needed = new Set();
  const need = (path) => {
    if (needed.has(path)) return;
    needed.add(path);
    for (const [, imported] of readFileSync(path, 'utf8').matchAll(IMPORTED))
      need(join(dirname(path), `${imported}.d.ts`));
  };
  for (const { types } of Object.values(exports)) if (types) need(join(ROOT, types));
  for (const name of readdirSync(join(ROOT, 'dist'), { recursive: true })) {
    const path = join(ROOT, 'dist', name);
    if (name.endsWith('.d.ts') && !needed.has(path)) rmSync(path);
  }
}
