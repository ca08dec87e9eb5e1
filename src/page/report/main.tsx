// The HTML report of a run, or the run itself while it is watched: one look for both.
import { signal } from '@preact/signals';
import { render } from 'preact';
import '../style/base.css';
import '../style/report.css';
import type { ReportModel } from '../../report/html/report-model.js';
import { browserMachine } from '../shared/machine.js';
import { showPlainText } from '../shared/plain-text.js';
import { followRun } from './follow-run.js';
import { ReportView } from './report.js';
import type { RunState } from './run-state.js';
import { WatchedView } from './watched.js';

showPlainText();
const root = document.getElementById('app');
const data = document.getElementById('data');
if (root && data) {
  const model = JSON.parse(data.textContent ?? '') as ReportModel;
  document.title = model.title;
  render(<ReportView model={model} machine={browserMachine()} />, root);
} else if (root) {
  const machine = browserMachine();
  const state = signal<RunState | undefined>(undefined);
  const link = followRun(machine, state);
  render(<WatchedView state={state} link={link} machine={machine} />, root);
}
