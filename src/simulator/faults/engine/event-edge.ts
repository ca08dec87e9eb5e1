// Passes events on their way to a connection, and their frames, through the active faults.
import type { ServiceEvent } from '../../service/ports.js';
import type { Interception } from '../../transport/interception.js';
import type { Handles } from './handles.js';
import type { FaultInstance } from './instance.js';

export function createEventEdge(
  active: readonly FaultInstance[],
  handles: Pick<Handles, 'of'>,
): Pick<Interception, 'event' | 'frame'> {
  return {
    // In the order in which the faults were ordered; each one gets what the one before it has passed on.
    event: (event, { id, clientId }, deliver) => {
      const handle = handles.of(id);
      if (!handle) return deliver(event);
      const target = { clientId, deviceId: event.deviceId, topic: event.topic };
      const meant = active.filter((instance) => instance.act()?.event && instance.selects(target));
      const step =
        (at: number) =>
        (passed: ServiceEvent): void => {
          const instance = meant[at];
          if (!instance) return deliver(passed);
          const act = instance.act();
          if (act?.event) act.event(passed, handle, step(at + 1));
          else step(at + 1)(passed);
        };
      step(0)(event);
    },
    frame: (text, event, { id, clientId }) => {
      const handle = handles.of(id);
      if (!handle) return text;
      const target = { clientId, deviceId: event.deviceId, topic: event.topic };
      return active.reduce((frame, instance) => {
        const act = instance.act();
        return act?.frame && instance.selects(target) ? act.frame(frame, event, handle) : frame;
      }, text);
    },
  };
}
