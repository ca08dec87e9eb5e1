// The report: what came of the run, then the checks, the worst first, and the rules; with search and filter.
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { ReportModel } from '../../report/html/report-model.js';
import { FilterForm, SearchField } from '../shared/filter-form.js';
import type { BrowserClock } from '../shared/machine.js';
import { CheckList } from './check-list.js';
import type { ReportFilter } from './report-filter.js';
import { RuleList } from './rule-list.js';
import { Summary } from './summary.js';
import { className, countBy, type VerdictName, verdictLabel } from './verdicts.js';

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
        <div class="segments" role="group" aria-label="What is shown">
          <button
            type="button"
            aria-pressed={part.value === 'checks'}
            onClick={() => (part.value = 'checks')}
          >
            {model.checks.length} checks
          </button>
          <button
            type="button"
            aria-pressed={part.value === 'rules'}
            disabled={model.rules.length === 0}
            onClick={() => (part.value = 'rules')}
          >
            {model.rules.length} rules
          </button>
        </div>
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
