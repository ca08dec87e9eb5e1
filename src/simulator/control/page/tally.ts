// Counts what a page shows in numbers, and notes which devices something has happened to.
import { PAGE_LIMITS } from '../../limits/limits.js';
import type { JournalRecord } from '../journal/entry.js';
import type { Counts } from '../replies.js';

export interface Tally {
  note(record: JournalRecord): void;
  counts(): Counts;
  /** Devices since the last call; where there are more than are sent at once, at least one more than that. */
  takeDevices(): ReadonlySet<string>;
  /** Whether a new life of the simulator has begun since the last call. */
  takeReset(): boolean;
}

export function createTally(): Tally {
  const counts = { requests: 0, rateLimited: 0, busy: 0, failed: 0, events: 0 };
  let devices = new Set<string>();
  let reset = false;

  const noteReply = (code: string | undefined): void => {
    counts.requests++;
    if (code === 'RATE_LIMITED') counts.rateLimited++;
    else if (code === 'DEVICE_BUSY') counts.busy++;
    else if (code === 'INTERNAL_ERROR') counts.failed++;
  };
  return {
    note: (record) => {
      if ('deviceId' in record && record.deviceId !== undefined && devices.size <= PAGE_LIMITS.maxDevices)
        devices.add(record.deviceId);
      if (record.kind === 'reply') noteReply(record.code);
      else if (record.kind === 'event' && record.connection === '*') counts.events++;
      else if (record.kind === 'stimulus' && (record.name === 'reset' || record.name === 'restore'))
        reset = true;
    },
    counts: () => ({ ...counts }),
    takeDevices: () => {
      const taken = devices;
      devices = new Set();
      return taken;
    },
    takeReset: () => {
      const was = reset;
      reset = false;
      return was;
    },
  };
}
