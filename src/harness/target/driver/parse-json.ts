// JSON from a target that may send anything.

export type ParsedJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly detail: string };

/** What nests deeper is taken for an attack: every recursion over it would be one of ours that fails. */
const DEEPEST = 64;

export function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, detail: text === '' ? 'an empty text' : 'a text that is not JSON' };
  }
  if (opens(text) > DEEPEST && isDeeper(value, DEEPEST))
    return { ok: false, detail: `JSON that nests over ${DEEPEST} levels deep` };
  return { ok: true, value };
}

/** Brackets that open, those within strings included: fewer than a depth, and the text cannot nest as deep. */
function opens(text: string): number {
  let count = 0;
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0 && count <= DEEPEST; at = text.indexOf(bracket, at + 1))
      count++;
  return count;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}
