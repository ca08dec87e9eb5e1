// The run as SARIF 2.1.0, for services that show findings of many tools in one place, such as GitHub code scanning.
import { ruleById } from '../contract/rules/catalogue.js';
import type { CheckResult, Finding, RunResult } from '../harness/verdict/verdict.js';
import { baselineWords, conclude, placeOfFinding, shardWords } from './result-words.js';
import { explainCommand, repeatCommand, type ReportContext } from './shell.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** GitHub takes no more of one run. */
const MOST_RESULTS = 5000;

type Json = Record<string, unknown>;
type Shown = Finding & { readonly verdict: keyof typeof LEVELS };

const LEVELS = { fail: 'error', warn: 'warning', waived: 'note', known: 'note' } as const;

export function sarifReport(result: RunResult, context: ReportContext): string {
  const found = result.checks.flatMap((check) =>
    check.findings.filter(isShown).map((finding) => ({ check, finding })),
  );
  const rules = [...new Set(found.map(({ finding }) => finding.rule))].toSorted();
  const { kind, sentence } = conclude(result);
  const run = {
    tool: {
      driver: { name: 'conform', semanticVersion: context.version, rules: rules.map(describe) },
    },
    invocations: [
      {
        executionSuccessful: kind !== 'error' && kind !== 'unreachable',
        toolExecutionNotifications: [
          sentence,
          shardWords(result),
          baselineWords(result, 'Baseline: '),
        ].flatMap((text) => (text === undefined ? [] : [{ level: 'note', message: { text } }])),
      },
    ],
    columnKind: 'utf16CodeUnits',
    ...(result.shard && {
      automationDetails: { id: `conform/shard-${result.shard.index}-of-${result.shard.count}/` },
    }),
    results: found.slice(0, MOST_RESULTS).map(({ check, finding }, at) => ({
      ruleId: finding.rule,
      ruleIndex: rules.indexOf(finding.rule),
      level: LEVELS[finding.verdict],
      message: { text: messageOf(check, finding, result.seed, context) },
      locations: [locationOf(check, finding, context)],
      partialFingerprints: { 'conformFinding/v1': fingerprint(found.slice(0, at), check, finding) },
      ...SUPPRESSED[finding.verdict],
      // A baseline knows failures only: of a warning nobody can tell whether it is new.
      ...(result.baseline && STATES[finding.verdict]),
    })),
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

type OfVerdict = Readonly<Partial<Record<Shown['verdict'], Json>>>;

const STATES: OfVerdict = { known: { baselineState: 'unchanged' }, fail: { baselineState: 'new' } };

const external = (justification: string): Json => ({ suppressions: [{ kind: 'external', justification }] });
const SUPPRESSED: OfVerdict = {
  waived: external('waived in the target profile'),
  known: external('named by the baseline of the run'),
};

function isShown(finding: Finding): finding is Shown {
  return finding.verdict in LEVELS;
}

function describe(id: Finding['rule']): Json {
  const rule = ruleById(id);
  return {
    id,
    shortDescription: { text: rule.sentence },
    fullDescription: { text: `${rule.sentence} (section "${rule.section}", ${rule.basis})` },
    help: { text: explainCommand(id) },
    defaultConfiguration: { level: rule.basis === 'stated' ? 'error' : 'warning' },
    properties: { tags: [rule.basis, rule.side] },
  };
}

function messageOf(check: CheckResult, finding: Finding, seed: number, context: ReportContext): string {
  const { expected, actual, where } = finding;
  const repeat = check.ofRun ? '' : ` Repeat: ${repeatCommand([check], seed, context)}`;
  return `${check.id}, ${where}: expected ${expected}, got ${actual}.${repeat}`;
}

/**
 * A result without a place is not shown: what breaks a rule is a server, so the place is the user's own scenario, or
 * the profile that describes the server, or else the scenario that comes with the program.
 */
function locationOf(check: CheckResult, finding: Finding, context: ReportContext): Json {
  const { file = 'conform', line = 1 } = placeOfFinding(check, finding);
  const target = context.repeatArguments[context.repeatArguments.indexOf('--target') + 1] ?? '';
  const isFile = context.repeatArguments.includes('--target') && !target.includes('://');
  const [uri, startLine] = context.ownFiles.includes(file) || !isFile ? [file, line] : [target, 1];
  return {
    physicalLocation: { artifactLocation: { uri: encodeURI(uri) }, region: { startLine } },
    logicalLocations: [{ fullyQualifiedName: check.id, kind: 'test' }],
  };
}

/** The same finding of another run has the same; so have no two of one run. */
function fingerprint(
  before: readonly { readonly check: CheckResult; readonly finding: Finding }[],
  check: CheckResult,
  { rule }: Finding,
): string {
  const alike = before.filter((each) => each.check.id === check.id && each.finding.rule === rule).length;
  return `${rule}|${check.id}|${alike}`;
}
