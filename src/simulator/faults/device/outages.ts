// What offline, flapping and power-cut share: devices that lose link or power, once or repeatedly.
import type { FaultAct } from '../fault.js';
import type { FaultSite } from '../engine/site.js';
import { type Delay, drawDelay } from '../scalars.js';

export interface OutagesOptions {
  readonly site: FaultSite;
  readonly grip: (deviceId: string) => () => void;
  /** How long one lasts; until the fault ends when absent. */
  readonly outage?: Delay | undefined;
  /** From the end of one to the next; only one when absent. */
  readonly pause?: Delay | undefined;
  /** For the journal. */
  readonly lost: string;
  readonly back: string;
}

/** Each outage of each device is an occasion. */
export function createOutages({ site, grip, outage, pause, lost, back }: OutagesOptions): FaultAct {
  const releases = new Map<string, () => void>();

  const restore = (deviceId: string): void => {
    const release = releases.get(deviceId);
    if (!release) return;
    releases.delete(deviceId);
    release();
    site.over(back, deviceId);
  };
  const strike = (deviceId: string): void => {
    const firing = site.fire({ what: deviceId, deviceId });
    if (firing) {
      releases.set(deviceId, grip(deviceId));
      firing.note(lost);
    }
    if (outage === undefined) return;
    site.after(drawDelay(outage, site.random), () => {
      restore(deviceId);
      if (pause !== undefined) site.after(drawDelay(pause, site.random), () => strike(deviceId));
    });
  };

  return {
    begin: () => {
      for (const { deviceId } of site.devices()) strike(deviceId);
    },
    end: () => {
      for (const deviceId of [...releases.keys()]) restore(deviceId);
    },
  };
}
