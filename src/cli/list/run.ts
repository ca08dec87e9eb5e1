// What `conform list` does: whatever a command takes by name, a row for each list. Each loads what it needs when it is
// asked for: that of the variants needs a simulator.
import { accepted, type Result } from '../../document/diagnostic.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { labelled, wrap } from '../../report/layout.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { readText } from '../files.js';
import type { Io } from '../io.js';
import { withoutSchemaLine } from '../schema/first-line.js';
import type { ListName } from '../names.js';

interface ListEntry {
  readonly name: string;
  /** Beside the name. */
  readonly title: string;
  /** Below it, each a paragraph. */
  readonly notes?: readonly string[];
  /** Whether the last of the notes says that something is missing. */
  readonly lacking?: boolean;
}

interface Listing {
  /** For programs. */
  readonly data: readonly object[];
  readonly entries: readonly ListEntry[];
  /** The last line, behind how many there are. */
  readonly summary: string;
}

/** @param dataOf what programs get of each; default: the whole of it. */
function listing<T extends object>(
  all: readonly T[],
  entryOf: (each: T) => ListEntry,
  summary: string,
  dataOf: (each: T) => object = (each) => each,
): Result<Listing> {
  const [data, entries] = [all.map(dataOf), all.map(entryOf)];
  return accepted({ data, entries, summary: `${all.length} ${summary}` });
}

const LISTS: Readonly<Record<ListName, (io: Io) => Promise<Result<Listing>>>> = {
  rules: async ({ cwd }) => {
    const all = await scenariosIn(cwd);
    if (!all.ok) return all;
    const coverage = await coverageOf(all.value);
    const covered = coverage.filter(({ scenarios }) => scenarios.length > 0).length;
    const hidden = coverage.filter(({ unobservable }) => unobservable !== undefined).length;
    const entries = coverage.map(({ rule, scenarios: ids, unobservable = 'no scenario' }) => ({
      name: rule.id,
      title: rule.basis,
      notes: [rule.sentence, ids.length === 0 ? unobservable : ids.join(', ')],
      lacking: ids.length === 0,
    }));
    const data = coverage.map(({ rule, ...rest }) => ({ ...rule, ...rest }));
    const summary = `${covered} of ${coverage.length} rules are covered by a scenario; ${hidden} cannot be seen from outside.`;
    return accepted({ data, entries, summary });
  },
  dimensions: async ({ cwd }) => {
    const { dimensionTable } = await import('../../harness/scenario/dimensions.js');
    const scenarios = await scenariosIn(cwd);
    if (!scenarios.ok) return scenarios;
    type Row = ReturnType<typeof dimensionTable>[number];
    const cellWords = ({ value, checks: [first, ...more], leftOut }: Row['cells'][number]): string => {
      if (first === undefined) return `${value}  left out: ${leftOut ?? 'nobody has said why'}`;
      return `${value}  ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`;
    };
    const entry = ({ rule, cells }: Row): ListEntry => {
      return { name: rule, title: '', notes: cells.length > 0 ? cells.map(cellWords) : ['tried as it is'] };
    };
    return listing(dimensionTable(scenarios.value), entry, 'rules.');
  },
  scenarios: async ({ cwd }) => {
    const all = await scenariosIn(cwd);
    if (!all.ok) return all;
    const data = all.value.map(({ id, area, title, rules, place, cases }) => {
      return { id, area, title, rules, file: place.file, cases: cases.map((each) => each.id) };
    });
    const entry = ({ id, title, cases, rules }: (typeof data)[number]): ListEntry => {
      const count = cases.length > 1 ? ` (${cases.length} cases)` : '';
      return { name: id, title: title + count, notes: [rules.join(', ')] };
    };
    return listing(data, entry, 'scenarios.');
  },
  properties: async () => {
    const { PROPERTIES } = await import('../../harness/property/results.js');
    return listing(
      PROPERTIES,
      ({ id, title, rules }) => ({
        name: id,
        title,
        notes: [rules.join(', '), `conform run ${id} --time 1m`],
      }),
      'properties. docs/properties.md says how they are tried.',
    );
  },
  variants: async ({ cwd }) => {
    const variants = (await import('../load/variants.js')).bundledVariants(cwd);
    if (!variants.ok) return variants;
    return listing(variants.value, ({ name, title, why }) => ({ name, title, notes: [why] }), 'variants.');
  },
  defects: async () => {
    const { allDefects } = await import('../../simulator/defects/registry.js');
    return listing(
      allDefects().map(({ id, rule, summary }) => ({ id, rule, summary })),
      ({ id, rule, summary }) => ({
        name: id,
        title: summary,
        notes: [`breaks ${rule}`, `conform run --rule ${rule} --defect ${id}`],
      }),
      'defects. conform serve and conform run take them with --defect, conform self-test tries all.',
    );
  },
  faults: async () => {
    const { FAULT_TYPES } = await import('../../simulator/faults/registry.js');
    const { faultData, faultExample, faultNotes } = await import('./faults.js');
    const entry = (fault: (typeof FAULT_TYPES)[number]): ListEntry => {
      return { name: fault.type, title: fault.summary, notes: [...faultNotes(fault), faultExample(fault)] };
    };
    const summary = 'faults. conform fault add <type> orders one in a running simulator, a plan several.';
    return listing(FAULT_TYPES, entry, summary, faultData);
  },
  stimuli: async () => {
    const { STIMULUS_COMMANDS } = await import('../device/stimuli.js');
    return listing(
      STIMULUS_COMMANDS,
      ({ kind, summary, args, example }) => ({
        name: kind,
        title: summary,
        notes: [
          ['conform device', kind, '<id>', ...args.map(({ form }) => form)].join(' '),
          `conform device ${kind} bench-01 ${example}`.trim(),
        ],
      }),
      'stimuli. docs/control-plane.md has them for programs.',
    );
  },
  dialects: async ({ cwd }) => {
    const { dialectNames, dialectPath, loadDialect } = await import('../load/dialect.js');
    const data: { name: string; title: string; without: string[] }[] = [];
    for (const name of dialectNames()) {
      const dialect = loadDialect(name, cwd);
      if (!dialect.ok) return dialect;
      const title = titleOf(dialectPath(name) ?? name);
      data.push({ name, title, without: [...dialect.value.without] });
    }
    const entry = ({ name, title, without }: (typeof data)[number]): ListEntry => {
      const lacks = without.length === 0 ? [] : [`without ${without.join(', ')}`];
      return { name, title, notes: [...lacks, `conform serve --dialect ${name}`] };
    };
    return listing(data, entry, 'dialects. Any other is a file: docs/dialects.md.');
  },
  clients: async ({ cwd }) => {
    const fleet = (await import('../load/fleet.js')).loadFleet(undefined, cwd);
    if (!fleet.ok) return fleet;
    return listing(
      fleet.value.spec.clients.map(({ clientId, scopes, devices, disabled }) => {
        return { clientId, scopes: [...scopes], devices, disabled };
      }),
      ({ clientId, scopes, devices, disabled }) => ({
        name: clientId,
        title: scopes.join(' ') || 'no permission',
        notes: [
          ...(devices === 'all' ? [] : [`only for ${devices.join(', ')}`]),
          ...(disabled ? ['disabled: it gets APP_DISABLED'] : []),
          `conform tail --client ${clientId}`,
        ],
      }),
      'API clients of the demo fleet; conform serve prints their secrets. A fleet file has its own.',
    );
  },
  endpoints: async () => {
    const { ENDPOINTS } = await import('../../contract/endpoints.js');
    return listing(
      Object.entries(ENDPOINTS).map(([name, { method, path, access, summary }]) => {
        return { name, method, path, access, summary };
      }),
      ({ name, method, path, access, summary }) => ({
        name,
        title: summary,
        notes: [`${method} ${path}, for ${access}`, `conform fault add latency --route ${name}`],
      }),
      'endpoints. conform spec openapi describes them.',
    );
  },
  topics: async () => {
    const { EVENT_TOPICS, REQUEST_TOPICS } = await import('../../contract/topics.js');
    return listing(
      [
        ...REQUEST_TOPICS.map((name) => ({ name, kind: 'request' })),
        ...EVENT_TOPICS.map((name) => ({ name, kind: 'event' })),
      ],
      ({ name, kind }) =>
        kind === 'event'
          ? {
              name,
              title: 'an event that the service sends',
              notes: [`conform fault add delay-events --topic ${name}`],
            }
          : { name, title: 'a request that a client sends' },
      'topics. conform spec asyncapi describes them.',
    );
  },
};

export async function printList(what: ListName, json: boolean, io: Io): Promise<ExitCode> {
  const list = await LISTS[what](io);
  if (!list.ok) return usageError(io, list.diagnostics);
  if (json) io.out.document(`${JSON.stringify(list.value.data, null, 2)}\n`, 'json');
  else io.out.write(listText(list.value, io));
  return EXIT.passed;
}

/** What a list has for programs; nothing where it cannot be read. */
export async function listData(what: ListName, io: Io): Promise<readonly object[]> {
  const list = await LISTS[what](io);
  return list.ok ? list.value.data : [];
}

/** Wider lines are hard to read. On a pipe lines stay whole, so that they can be searched. */
const WIDEST = 140;
const INDENT = 4;

/** Entries by name, each with its notes below it, and a last line that counts them. */
function listText({ entries, summary }: Listing, { out: { columns, paint } }: Io): string {
  const width = columns === undefined ? Infinity : Math.min(columns, WIDEST);
  const lines = entries.flatMap(({ name, title, notes = [], lacking = false }) => {
    const [first = '', ...more] = wrap(`${name}  ${title}`.trimEnd(), width);
    const beside = first.slice(name.length);
    return [
      paint.heading(first.slice(0, name.length)) + beside,
      ...labelled('', more.join(' '), INDENT, 0, width).filter((line) => line.trim() !== ''),
      ...notes.flatMap((note, at) => {
        const brush = lacking && at === notes.length - 1 ? paint.doubtful : paint.quiet;
        return labelled('', note, INDENT, 0, width).map(brush);
      }),
    ];
  });
  return [...lines, '', ...wrap(summary, width), ''].join('\n');
}

async function scenariosIn(cwd: string): Promise<Result<Scenario[]>> {
  return (await import('../load/scenarios.js')).bundledScenarios(cwd);
}

/** Every rule that a server has to keep, with the scenarios that cite it, and why nobody can check it from outside. */
export async function coverageOf(scenarios: readonly Scenario[]) {
  const { RULES, UNOBSERVABLE } = await import('../../contract/rules/catalogue.js');
  const { sinceOf } = await import('../../contract/rules/as-of.js');
  return RULES.filter((rule) => rule.side === 'service').map((rule) => {
    const unobservable = UNOBSERVABLE[rule.id];
    return {
      rule,
      since: sinceOf(rule.id),
      scenarios: scenarios.filter((each) => each.rules.some((id) => id === rule.id)).map((each) => each.id),
      ...(unobservable === undefined ? {} : { unobservable }),
    };
  });
}

/** The first sentence of the comment that opens the file of a dialect. */
function titleOf(path: string): string {
  const text = readText(path);
  const comment = text.ok ? (/^(?:#.*\n)+/.exec(withoutSchemaLine(text.value))?.[0] ?? '') : '';
  const words = comment.replaceAll(/^# ?/gm, '').replaceAll(/\s+/g, ' ').trim();
  return (/^.*?[.:](?= |$)/.exec(words)?.[0] ?? words).replace(/:$/, '.');
}
