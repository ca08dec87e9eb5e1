// What a program leaves behind on its devices, by its trace: one that does not answer well at the end may be stuck.
import { SUCCESS } from '../../contract/error-codes.js';
import type { TraceRecord } from '../../trace/record.js';
import { isRefresh } from '../judge/refreshes.js';
import type { TraceView } from '../judge/trace-view.js';
import type { DeviceFacts } from './facts.js';

/** Why devices cannot simply be used again, by their names in the profile. */
export function doubtsAbout(
  devices: readonly DeviceFacts[],
  records: readonly TraceRecord[],
  mark: string,
): ReadonlyMap<string, string> {
  const last = lastAnswers(records);
  return new Map(
    devices.flatMap(({ profileName, entry: { deviceId } }) => {
      const answer = last.get(deviceId);
      if (answer === undefined || answer === SUCCESS) return [];
      return [[profileName, `still ${answer} at the end of program ${mark}`] as const];
    }),
  );
}

/** When a device was refreshed last, in ms of the clock; undefined where that is not known. */
export function lastRefreshOf(
  { entry: { deviceId } }: DeviceFacts,
  { exchanges }: TraceView,
): number | undefined {
  const ends = exchanges.flatMap((each) => {
    return isRefresh(each) && each.request.deviceId === deviceId ? each.span.to : [];
  });
  const last = Math.max(...ends);
  return Number.isFinite(last) ? last : undefined;
}

/** The code of the reply to the last request about each device, or what became of the request instead. */
function lastAnswers(records: readonly TraceRecord[]): ReadonlyMap<string, string> {
  const last = new Map<string, string>();
  const answered = new Map<number, string>();
  for (const record of records) {
    if (record.kind === 'reply' && !answered.has(record.exchange))
      answered.set(record.exchange, record.code ?? `${record.status ?? 'without a code'}`);
  }
  for (const record of records) {
    if (record.kind !== 'request' || record.deviceId === undefined) continue;
    last.set(record.deviceId, answered.get(record.exchange) ?? 'without an answer');
  }
  return last;
}
