// What can be done to a device of a running simulator.
import type { Result } from '../../document/diagnostic.js';
import { STIMULUS_COMMANDS } from '../device/stimuli.js';
import type { Io } from '../io.js';
import { type PrintedList, listText } from './list.js';

export function listStimuli(io: Io): Result<PrintedList> {
  const entries = STIMULUS_COMMANDS.map(({ kind, summary, args, example }) => ({
    name: kind,
    title: summary,
    notes: [
      ['conform device', kind, '<id>', ...args.map(({ name }) => `<${name}>`)].join(' '),
      `conform device ${kind} bench-01 ${example}`.trim(),
    ],
  }));
  const summary = `${entries.length} stimuli. docs/control-plane.md has them for programs.`;
  return { ok: true, value: { data: STIMULUS_COMMANDS, text: listText(entries, summary, io) } };
}
