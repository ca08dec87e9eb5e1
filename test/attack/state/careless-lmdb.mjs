// A deliberate violation: lmdb that says that it has written, and writes later. What was acknowledged can be lost.
import { open as openReal } from 'lmdb';

/** In ms. */
const LATE = 150;

export function open(options) {
  const root = openReal(options);
  return {
    openDB: (name, how) => late(root.openDB(name, how)),
    batch: (work) => Promise.resolve(work()).then(() => true),
    flushed: Promise.resolve(),
    close: () => new Promise((resolve) => setTimeout(() => resolve(root.close()), 2 * LATE)),
  };
}

function late(table) {
  const waiting = new Map();
  const write = (key, value) => {
    const entry = { value };
    waiting.set(key, entry);
    setTimeout(() => {
      if (waiting.get(key) !== entry) return;
      waiting.delete(key);
      if (value === undefined) void table.remove(key);
      else void table.put(key, value);
    }, LATE);
    return Promise.resolve(true);
  };
  return {
    get: (key) => (waiting.has(key) ? waiting.get(key).value : table.get(key)),
    getRange: (range) => table.getRange(range),
    getStats: () => table.getStats(),
    put: write,
    remove: (key) => write(key, undefined),
    clearAsync: () => table.clearAsync(),
  };
}
