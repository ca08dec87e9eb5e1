// Only the rising edge of a digital input is watched.
import type { Defect } from './defect.js';
import { withStateChanges } from './with-publishing.js';

export function inputReleasedSilently(): Defect {
  return {
    id: 'input-released-silently',
    rule: 'events.input-changed',
    summary: 'A digital input that becomes inactive emits no event; one that becomes active does.',
    ...withStateChanges((event) => {
      const { digitalInputs } = event.peripherals;
      const unseen = event.changes.every(
        ({ kind, index }) =>
          kind === 'digitalInput' && !digitalInputs.find((input) => input.index === index)?.active,
      );
      return unseen ? undefined : event;
    }),
  };
}
