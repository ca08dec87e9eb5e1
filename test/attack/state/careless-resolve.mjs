// Gives whoever imports lmdb the one that says too early that it has written.
const CARELESS = new URL('careless-lmdb.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  const isMeant = specifier === 'lmdb' && context.parentURL !== CARELESS;
  return isMeant ? { url: CARELESS, shortCircuit: true } : next(specifier, context);
}
