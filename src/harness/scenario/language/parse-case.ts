// One row of a scenario: its needs and its steps, with all names checked.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { Problem } from '../../../document/problem.js';
import { problemAt } from '../../../document/validate.js';
import type { ReadResult, YamlDocument } from '../../../document/yaml-document.js';
import { JUDGED_RULES } from '../../judge/judge.js';
import type { Capability, Needs, StimulusNeed } from '../needs.js';
import type { ScenarioCase } from '../scenario.js';
import type { Step } from '../verbs/verb.js';
import type { ScenarioFile } from './file-schema.js';
import type { MatrixRow } from './matrix.js';
import { list } from './modifiers.js';
import { createChecker, createNames, type Names } from './names.js';
import { parseSteps, type StepsSource } from './parse-steps.js';
import { show } from './show.js';
import { isObject } from '../../../kernel/json.js';

export interface CaseContext {
  readonly id: string;
  readonly rules: readonly RuleId[];
  readonly row: MatrixRow;
  readonly include: StepsSource['include'];
  /** Whether the title, as it is written, speaks of the matrix. */
  readonly titleNamesRow: boolean;
}

export function parseCase(
  document: YamlDocument,
  file: ScenarioFile,
  context: CaseContext,
): ReadResult<ScenarioCase> {
  const needs = needsOf(file);
  const names = createNames(needs, context.rules);
  const { include } = context;
  if (Object.keys(needs.clients).length === 0)
    names.problems.push(problemAt(document, ['needs', 'clients'], 'a scenario needs an API client at least'));
  checkHidden(document, needs, names);
  const steps = parseSteps({ document, path: ['steps'], steps: file.steps, include, depth: 0 }, names);
  const cleanup = parseSteps(
    { document, path: ['cleanup'], steps: file.cleanup ?? [], include, depth: 0 },
    names,
  );
  const problems: readonly Problem[] = [...names.problems, ...unchecked(document, context.rules, names)];
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      id: context.id,
      title: titleOf(file.title, context),
      ...(file.about === undefined ? {} : { about: file.about.trim() }),
      rules: context.rules,
      needs: {
        ...needs,
        capabilities: capabilitiesOf(needs, [...steps, ...cleanup]),
        stimuli: [...needs.stimuli, ...stimuliIn([...steps, ...cleanup])],
      },
      steps,
      cleanup,
    },
  };
}

function needsOf({ needs }: ScenarioFile): Needs {
  const devices = Object.entries(needs.devices ?? {}).map(([name, need]) => {
    const rs485 = list(need?.rs485);
    const { relays = [], inputs = [], analogInputs = [], sensors = [] } = need ?? {};
    const { hiddenFrom = [], place = 'first' } = need ?? {};
    return [name, { relays, inputs, analogInputs, sensors, place, hiddenFrom, rs485 }] as const;
  });
  const clients = Object.entries(needs.clients).map(([name, need]) => {
    const exactly = 'exactly' in need;
    return [name, { scopes: exactly ? need.exactly : need, exactly }] as const;
  });
  return {
    devices: Object.fromEntries(devices),
    clients: Object.fromEntries(clients),
    capabilities: needs.capabilities ?? [],
    stimuli: (needs.stimuli ?? []).map((stimulus) => ({ name: stimulus })),
    management: needs.management ?? false,
    exclusive: needs.exclusive === true,
    apart: needs.exclusive === 'clients',
  };
}

function checkHidden(document: YamlDocument, { devices, clients }: Needs, names: Names): void {
  const check = createChecker(names, document, (path) => path);
  for (const [device, { hiddenFrom }] of Object.entries(devices))
    for (const [at, client] of hiddenFrom.entries())
      check.known(['needs', 'devices', device, 'hiddenFrom', at], 'client', client, Object.keys(clients));
}

/** A rule that is cited must be checked: by a step, or by an invariant over the trace. */
function unchecked(document: YamlDocument, rules: readonly RuleId[], names: Names): readonly Problem[] {
  return rules.flatMap((rule, at) =>
    names.checked.has(rule) || JUDGED_RULES.has(rule)
      ? []
      : problemAt(
          document,
          ['rules', at],
          `no step checks the rule ${rule}`,
          'Give a step an "expect", and "rule" where it checks only some of the rules.',
        ),
  );
}

function capabilitiesOf(needs: Needs, steps: readonly Step[]): readonly Capability[] {
  const found = new Set<Capability>(needs.capabilities);
  const visit = (step: Step): void => {
    const { verb, fields } = step;
    const { via } = fields;
    for (const capability of verb.capabilities ?? []) found.add(capability);
    if (via !== undefined && via !== 'rest') found.add('websocket');
    for (const capability of verb.capabilitiesOf?.(fields) ?? []) found.add(capability);
    step.children.forEach(visit);
  };
  steps.forEach(visit);
  if (needs.stimuli.length > 0) found.add('stimuli');
  if (needs.management) found.add('manage');
  if (Object.keys(needs.devices).length > 0) found.add('devices');
  if (Object.keys(needs.devices).length > 1) found.add('two-devices');
  if (Object.keys(needs.clients).length > 1) found.add('two-clients');
  for (const { rs485, inputs, analogInputs, sensors } of Object.values(needs.devices)) {
    for (const bytes of rs485) found.add(`rs485.${bytes}`);
    if (rs485.length > 0) found.add('rs485');
    if (inputs.length > 0) found.add('digital-inputs');
    if (analogInputs.length > 0) found.add('analog-inputs');
    if (sensors.length > 0) found.add('sensors');
  }
  return [...found];
}

function stimuliIn(steps: readonly Step[]): readonly StimulusNeed[] {
  return steps.flatMap((step) => {
    const own = step.verb.stimulus?.(step.fields);
    return [...(own ? [own] : []), ...stimuliIn(step.children)];
  });
}

/** A title that does not speak of the matrix names the row, so that no two checks read the same. */
function titleOf(title: string, { row, titleNamesRow }: Pick<CaseContext, 'row' | 'titleNamesRow'>): string {
  if (row.label === '' || titleNamesRow) return title;
  const shown = Object.values(row.values).map((each) =>
    show(isObject(each) ? (each['label'] ?? each) : each),
  );
  return `${title} (${shown.join(', ')})`;
}
