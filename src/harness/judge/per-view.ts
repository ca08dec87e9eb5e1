// What several invariants read out of the same trace is worked out once for each view of a trace.
import type { TraceView } from './trace-view.js';

/** `read`, which depends on nothing but the view, with its answers remembered as long as the view lives. */
export function perView<T extends object>(read: (view: TraceView) => T): (view: TraceView) => T {
  return (view) => {
    const before = view.readings.get(read);
    // Under `read` stands nothing but what it has given.
    if (before) return before as T;
    const answer = read(view);
    view.readings.set(read, answer);
    return answer;
  };
}

/** The same for what is asked of each device of a trace. */
export function perDevice<T>(
  read: (deviceId: string, view: TraceView) => T,
): (deviceId: string, view: TraceView) => T {
  const answers = perView(() => new Map<string, { readonly answer: T }>());
  return (deviceId, view) => {
    const known = answers(view);
    const found = known.get(deviceId) ?? { answer: read(deviceId, view) };
    known.set(deviceId, found);
    return found.answer;
  };
}
