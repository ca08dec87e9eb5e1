// What the doctor finds, each in a line or two.

export interface DoctorFinding {
  /** `note`: worth knowing. `warn`: it may be in the way. `bad`: it is in the way. */
  readonly level: 'ok' | 'note' | 'warn' | 'bad';
  readonly about: string;
  readonly words: string;
  /** What to do about it. */
  readonly todo?: string;
}

type Say = (about: string, words: string, todo?: string) => DoctorFinding;

function at(level: DoctorFinding['level']): Say {
  return (about, words, todo) => ({ level, about, words, ...(todo === undefined ? {} : { todo }) });
}

export const ok = at('ok');
export const note = at('note');
export const warn = at('warn');
export const bad = at('bad');
