// Values as reports print them: short, on one line, YAML-like.

const LONGEST = 200;

export function show(value: unknown): string {
  const text = flow(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function flow(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return /^[\w$][\w$.:/ -]*$/.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${runsOf(value.map(flow)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined ? [] : [`${key}: ${flow(inner)}`],
    );
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return JSON.stringify(value) ?? typeof value;
}

/** Twenty equal elements or more in a row are one, with their number. */
function runsOf(elements: readonly string[]): readonly string[] {
  const runs: { text: string; times: number }[] = [];
  for (const text of elements) {
    const last = runs.at(-1);
    if (last?.text === text) last.times++;
    else runs.push({ text, times: 1 });
  }
  return runs.flatMap(({ text, times }) =>
    times < LEAST_IN_RUN ? Array.from({ length: times }, () => text) : [`${times} times ${text}`],
  );
}

const LEAST_IN_RUN = 20;

// A step in a few words, for reports: `refresh plant via events`.

/** Fields that tell steps of one verb apart. */
const TELLING = [
  'relays',
  'data',
  'to',
  'device',
  'input',
  'analogInput',
  'sensor',
  'active',
  'on',
  'key',
  'client',
  'ticket',
  'via',
  'authenticate',
] as const;

export function labelOf(verb: string, fields: Readonly<Record<string, unknown>>): string {
  const value = fields[verb];
  const head =
    value === undefined || value === null || Array.isArray(value) ? verb : `${verb} ${show(value)}`;
  const told = TELLING.filter((field) => fields[field] !== undefined).map(
    (field) => `${field} ${show(fields[field])}`,
  );
  return [head, ...told, ...(fields['cut'] === true ? ['cut'] : [])].join(' ');
}
