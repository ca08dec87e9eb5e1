// The names that are known at a place of a scenario, and everything found wrong on the way there.
import { isRuleId, RULES, type RuleId } from '../../../contract/rules/catalogue.js';
import { didYouMean } from '../../../kernel/did-you-mean.js';
import type { Problem } from '../../../document/problem.js';
import type { Path, YamlDocument } from '../../../document/yaml-document.js';
import type { Needs } from '../needs.js';
import { fieldNames, RUN_FIELDS, type ViewKind } from '../view/views.js';

/** What a name stands for. */
export type NamedKind = ViewKind | 'device' | 'client';

export interface Names {
  readonly needs: Needs;
  readonly cited: readonly RuleId[];
  /** Rules that some step checks. */
  readonly checked: Set<RuleId>;
  readonly known: Map<string, NamedKind>;
  readonly problems: Problem[];
  /** How many steps have been read. */
  readonly seen: { steps: number };
}

export function createNames(needs: Needs, cited: readonly RuleId[]): Names {
  const known = new Map<string, NamedKind>();
  for (const device of Object.keys(needs.devices)) known.set(device, 'device');
  for (const client of Object.keys(needs.clients)) known.set(client, 'client');
  return { needs, cited, checked: new Set(), known, problems: [], seen: { steps: 0 } };
}

/** Names for steps that do not see each other's captures: what they add is added to `names` later. */
export function branch(names: Names): Names {
  return { ...names, known: new Map(names.known) };
}

/** What verbs look at while a step is read. Paths are those inside of the step. */
export type Checker = ReturnType<typeof createChecker>;

export function createChecker(names: Names, document: YamlDocument, locate: (path: Path) => Path) {
  type Place = ReturnType<YamlDocument['placeOf']>;
  const report = (place: Place, message: string, hint?: string): void => {
    names.problems.push({ ...place, message, ...(hint === undefined ? {} : { hint }) });
  };
  const look = (place: Place, what: string, name: string, candidates: Iterable<string>): boolean => {
    const all = [...candidates];
    if (all.includes(name)) return true;
    const many = all.length === 0 ? 'There is none yet.' : `There are ${all.length} of them.`;
    report(place, `unknown ${what} "${name}"`, didYouMean(name, all, many));
    return false;
  };
  return {
    names,
    problem: (path: Path, message: string, hint?: string) =>
      report(document.placeOf(locate(path)), message, hint),

    /** Reports a name that is not known, with the one that it comes nearest to. */
    known: (path: Path, what: string, name: string, candidates: Iterable<string>) =>
      look(document.placeOf(locate(path)), what, name, candidates),

    /** The same for a name that is a key: the last part of the path. */
    knownKey: (path: Path, what: string, candidates: Iterable<string>) =>
      look(document.placeOfKey(locate(path)), what, String(path.at(-1)), candidates),
  };
}

/** The names that stand for one of these. */
export function namesOf(names: Names, ...kinds: readonly NamedKind[]): string[] {
  return [...names.known].filter(([, kind]) => kinds.includes(kind)).map(([name]) => name);
}

/** Gives a name its meaning; a connection may be opened again under its name. */
export function define(check: Checker, path: Path, name: string, kind: ViewKind): void {
  const before = check.names.known.get(name);
  const clash = before === 'device' || before === 'client' || (before !== undefined && before !== kind);
  if (clash) check.problem(path, `the name "${name}" is taken by a ${before}`, 'Choose another name.');
  else if (RESERVED.has(name)) check.problem(path, `the name "${name}" has a meaning of its own`);
  else check.names.known.set(name, kind);
}

/** The rules that a step checks: its own, else all that the scenario cites. */
export function checkRules(check: Checker, path: Path, own: readonly string[]): readonly RuleId[] {
  if (own.length === 0) for (const rule of check.names.cited) check.names.checked.add(rule);
  for (const id of own) {
    const at = own.length === 1 ? path : [...path, own.indexOf(id)];
    if (!isRuleId(id))
      check.known(
        at,
        'rule',
        id,
        RULES.map((rule) => rule.id),
      );
    else if (!check.names.cited.includes(id))
      check.problem(at, `the rule ${id} is not among the scenario's rules`, 'Add it to `rules` at the top.');
    else check.names.checked.add(id);
  }
  return own.filter(isRuleId);
}

/** A reference must start at something known and go on with one of its fields. */
export function checkReference(check: Checker, path: Path, root: string, fields: readonly string[]): void {
  const { names } = check;
  if (root === 'run') {
    if (fields[0] !== undefined) check.known(path, 'field of run', fields[0], Object.keys(RUN_FIELDS));
    return;
  }
  if (root === 'managed' && names.needs.management) {
    if (fields[0] !== undefined) check.known(path, 'field of managed', fields[0], MANAGED_FIELDS);
    return;
  }
  if (!check.known(path, 'name', root, [...names.known.keys(), 'run'])) return;
  const kind = names.known.get(root);
  const [first, second] = fields;
  if (kind === undefined || first === undefined) return;
  if (!check.known(path, `field of ${root}`, first, fieldsOf(kind))) return;
  if (kind === 'device' && first === 'relays' && second !== undefined)
    check.known(path, `relay of ${root}`, second, names.needs.devices[root]?.relays ?? []);
}

function fieldsOf(kind: NamedKind): readonly string[] {
  if (kind === 'device') return ['deviceId', 'relays', 'inputs', 'analogInputs', 'sensors', 'rs485', 'name'];
  return kind === 'client' ? ['clientId', 'scopes', 'name'] : fieldNames(kind);
}

const RESERVED = new Set(['run', 'managed', 'matrix', 'rest', 'ws']);
const MANAGED_FIELDS = ['namedBy', 'deviceId', 'profileId', 'password', 'name'];
