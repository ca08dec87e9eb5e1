// A run that is watched, as far as it has come.
import type { LiveRun, ReportModel, RunningCheck } from '../../report/html/report-model.js';

export interface RunState {
  readonly model: ReportModel;
  readonly total: number;
  readonly done: number;
  readonly running: readonly RunningCheck[];
  readonly ended: boolean;
}

/** @param state undefined before the first message. */
export function advance(state: RunState | undefined, message: LiveRun): RunState | undefined {
  if (message.kind === 'began') return { model: message.model, total: 0, done: 0, running: [], ended: false };
  if (message.kind === 'ended') {
    const count = message.model.checks.length;
    return { model: message.model, total: count, done: count, running: [], ended: true };
  }
  if (!state) return undefined;
  if (message.kind === 'doing') {
    const { total, done, running } = message;
    return { ...state, total, done, running };
  }
  const { check } = message;
  const others = state.model.checks.filter(({ id }) => id !== check.id);
  return { ...state, model: { ...state.model, checks: [...others, check] } };
}
