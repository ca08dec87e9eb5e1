// The report: what came of the run, then the checks, the worst first, and the rules; with search and filter.
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { CheckModel, ReportModel, RuleModel } from '../../report/html/html.js';
import { FilterForm, SearchField, Segments } from '../shared/parts.js';
import type { BrowserClock } from '../shared/machine.js';
import { Summary, className, countBy, verdictLabel, type VerdictName, WORST_FIRST } from './summary.js';
import { CheckBody } from './check-body.js';

export function ReportView(props: {
  readonly model: ReportModel;
  readonly machine: BrowserClock;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { model, machine, children } = props;
  const part = useSignal<'checks' | 'rules'>('checks');
  const filter = useSignal<ReportFilter>({ text: '', verdicts: [] });
  const showRule = (id: string): void => {
    part.value = 'rules';
    filter.value = { text: id, verdicts: [] };
  };
  const showCheck = (id: string): void => {
    part.value = 'checks';
    filter.value = { text: id, verdicts: [] };
  };
  const shown = part.value === 'checks' ? model.checks : model.rules;
  return (
    <main class="report">
      <Summary model={model} onRule={showRule} />
      {children}
      <div class="toolbar">
        <Segments
          label="What is shown"
          all={[
            ['checks', `${model.checks.length} checks`],
            ['rules', `${model.rules.length} rules`],
          ]}
          value={part.value}
          disabled={(each) => each === 'rules' && model.rules.length === 0}
          onChange={(each) => (part.value = each)}
        />
        <FilterBar filter={filter} all={shown} />
      </div>
      {part.value === 'checks' ? (
        <CheckList checks={model.checks} filter={filter.value} machine={machine} onRule={showRule} />
      ) : (
        <RuleList rules={model.rules} filter={filter.value} onCheck={showCheck} />
      )}
    </main>
  );
}

function FilterBar(props: {
  readonly filter: Signal<ReportFilter>;
  readonly all: readonly { readonly verdict: VerdictName }[];
}): JSX.Element {
  const { filter, all } = props;
  const { text, verdicts } = filter.value;
  const toggle = (verdict: string): void => {
    const next = verdicts.includes(verdict)
      ? verdicts.filter((each) => each !== verdict)
      : [...verdicts, verdict];
    filter.value = { text, verdicts: next };
  };
  return (
    <FilterForm label="Filter">
      <SearchField
        label="Search"
        value={text}
        onInput={(typed) => (filter.value = { text: typed, verdicts })}
      />
      <div class="chips" role="group" aria-label="Verdicts">
        {[...countBy(all)].map(([verdict, count]) => (
          <button
            type="button"
            key={verdict}
            class={`chip ${className(verdict)}`}
            aria-pressed={verdicts.includes(verdict)}
            onClick={() => toggle(verdict)}
          >
            {verdictLabel(verdict)} {count}
          </button>
        ))}
      </div>
    </FilterForm>
  );
}

// The checks, the worst first: those that found something are open, the others a line each.

interface CheckListProps {
  readonly checks: readonly CheckModel[];
  readonly filter: ReportFilter;
  readonly machine: BrowserClock;
  readonly onRule: (id: string) => void;
}

/** More open ones would hide each other. */
const MOST_OPEN = 5;
const OPEN = new Set(['fail', 'error', 'warn', 'inconclusive']);

function CheckList({ checks, filter, machine, onRule }: CheckListProps): JSX.Element {
  const shown = checks
    .filter(({ verdict, id, title, reason, rules, findings }) =>
      isShown(filter, verdict, [id, title, reason, ...rules, ...findings.map(({ actual }) => actual)]),
    )
    .toSorted((a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict));
  if (shown.length === 0)
    return (
      <p class="quiet nothing">
        {checks.length === 0 ? 'No check has ended yet.' : 'No check is like this.'}
      </p>
    );
  return (
    <div class="checks">
      {shown.map((check, at) => (
        <details
          key={check.id}
          class={`case ${className(check.verdict)}`}
          open={at < MOST_OPEN && OPEN.has(check.verdict)}
        >
          <summary>
            <b class={`chip ${className(check.verdict)}`}>{verdictLabel(check.verdict)}</b>
            <span class="case-title">
              <code>{check.id}</code> <span>{check.title}</span>
            </span>
            <span class="quiet took">{check.took}</span>
          </summary>
          <CheckBody check={check} machine={machine} onRule={onRule} />
        </details>
      ))}
    </div>
  );
}

// Every rule with its verdict and the checks behind it, the worst first, group by group.

interface RuleListProps {
  readonly rules: readonly RuleModel[];
  readonly filter: ReportFilter;
  readonly onCheck: (id: string) => void;
}

function RuleList({ rules, filter, onCheck }: RuleListProps): JSX.Element {
  const shown = rules
    .filter(({ verdict, id, sentence, section }) => isShown(filter, verdict, [id, sentence, section]))
    .toSorted((a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict));
  if (shown.length === 0) return <p class="quiet nothing">No rule is like this.</p>;
  return (
    <ul class="rule-list">
      {shown.map((rule) => (
        <Rule key={rule.id} rule={rule} onCheck={onCheck} />
      ))}
    </ul>
  );
}

/** The cases of one scenario are one link each, but only the worst ones when there are many. */
const MOST_LINKS = 6;

function Rule({
  rule,
  onCheck,
}: {
  readonly rule: RuleModel;
  readonly onCheck: (id: string) => void;
}): JSX.Element {
  const { id, verdict, basis, section, sentence, unobservable, checks } = rule;
  const rest = checks.length - MOST_LINKS;
  return (
    <li>
      <b class={`chip ${className(verdict)}`}>{verdictLabel(verdict)}</b>
      <div>
        <p>
          <code>{id}</code>{' '}
          <span class="quiet small">
            {basis}, {section}
          </span>
        </p>
        <p>{sentence}</p>
        {unobservable !== undefined && <p class="quiet small">{unobservable}</p>}
        <p class="small">
          {checks.slice(0, MOST_LINKS).map(([check, on]) => (
            <button type="button" key={check} class={`link ${className(on)}`} onClick={() => onCheck(check)}>
              {check}
              {on !== 'pass' && ` ${verdictLabel(on)}`}
            </button>
          ))}
          {rest > 0 && <span class="quiet">and {rest} more</span>}
        </p>
      </div>
    </li>
  );
}

// What of a report is shown.

interface ReportFilter {
  readonly text: string;
  /** Verdicts that are shown; all of them when empty. */
  readonly verdicts: readonly string[];
}

/** @param words all texts of what may be shown. */
function isShown(
  { text, verdicts }: ReportFilter,
  verdict: string,
  words: readonly (string | undefined)[],
): boolean {
  if (verdicts.length > 0 && !verdicts.includes(verdict)) return false;
  const wanted = text.trim().toLowerCase();
  return wanted === '' || words.some((each) => each?.toLowerCase().includes(wanted));
}
