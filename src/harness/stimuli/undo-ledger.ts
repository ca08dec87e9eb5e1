// What stimuli have left behind, and what puts it back.
import type { Peripherals } from '../../contract/schemas/device.js';
import { type Act, subjectOf } from '../profile/stimuli/act.js';
import {
  type ActName,
  factsOf,
  STIMULUS_CATALOGUE,
  type StimulusName,
} from '../profile/stimuli/catalogue.js';

export interface UndoLedger {
  /** How the inputs of a device were found. */
  noteInitial(deviceId: string, peripherals: Peripherals): void;
  /**
   * What is about to be done: from now on it is to be put back. Gives what it leaves behind, or why it
   * must not be done.
   */
  begin(
    act: Act,
  ): { readonly ok: true; readonly left?: Pending } | { readonly ok: false; readonly why: string };
  /** Another run has left it behind. */
  adopt(left: Pending): void;
  /** It has been done: what it puts back itself is back. */
  done(act: Act): void;
  /** What is still to be put back, the latest first. */
  pending(): readonly Pending[];
}

export interface Pending {
  readonly key: string;
  readonly undo: Act;
}

export function createUndoLedger(): UndoLedger {
  const initial = new Map<string, Peripherals>();
  const pending = new Map<string, Act>();
  return {
    noteInitial: (deviceId, peripherals) => {
      if (!initial.has(deviceId)) initial.set(deviceId, peripherals);
    },
    begin: (act) => {
      const { undoneBy } = factsOf(act.name);
      if (undoneBy === undefined) return { ok: true };
      const key = keyOf(act);
      const known = pending.get(key);
      if (known) return { ok: true, left: { key, undo: known } };
      const undo = undoneBy === act.name ? before(act, initial) : { ...act, name: undoneBy };
      if (!undo) {
        const why = `nobody knows how ${subjectOf(act)} was before, so it could not be put back`;
        return { ok: false, why };
      }
      pending.set(key, undo);
      return { ok: true, left: { key, undo } };
    },
    adopt: ({ key, undo }) => {
      if (!pending.has(key)) pending.set(key, undo);
    },
    done: (act) => {
      const key = keyOf(act);
      const undo = pending.get(key);
      if (undo?.name === act.name && undo.active === act.active && undo.value === act.value)
        pending.delete(key);
    },
    pending: () => [...pending].map(([key, undo]) => ({ key, undo })).toReversed(),
  };
}

/** The same for what cuts and what restores: one thing that can be left behind. */
function keyOf(act: Act): string {
  return `${CAUSES.get(act.name) ?? act.name} ${subjectOf(act)}`;
}

const CAUSES: ReadonlyMap<ActName, StimulusName> = new Map(
  (Object.keys(STIMULUS_CATALOGUE) as StimulusName[]).flatMap((name) => {
    const { undoneBy } = STIMULUS_CATALOGUE[name];
    return undoneBy === undefined ? [] : [[undoneBy, name] as const];
  }),
);

/** The act with the value of before the run; undefined when that is not known. */
function before(act: Act, initial: ReadonlyMap<string, Peripherals>): Act | undefined {
  const found = initial.get(act.device?.deviceId ?? '');
  switch (act.name) {
    case 'set-input': {
      const input = found?.digitalInputs.find(({ index }) => index === act.index);
      return input && { ...act, active: input.active };
    }
    case 'set-analog': {
      const analog = found?.analogInputs.find(({ index }) => index === act.index);
      return analog && { ...act, value: analog.value };
    }
    case 'set-sensor': {
      const sensor = found?.sensors.find(({ key }) => key === act.key);
      return sensor && { ...act, value: sensor.value };
    }
    default:
      return undefined;
  }
}
