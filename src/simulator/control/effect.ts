// Whether an act on a device can have an effect at this moment, for those who act by hand: an act that changes nothing
// looks like one that was carried out.
import type { PhysicalTruth } from '../device/device.js';

export interface Idle {
  /** `already`: it is so already. `lost`: nobody is there to notice. */
  readonly effect: 'already' | 'lost';
  readonly why: string;
}

/** The device as it is before the act. */
export interface Circumstances extends Pick<PhysicalTruth, 'powered' | 'linked'> {
  readonly online: boolean;
}

/** Undefined when the act has an effect. */
export function idleAct({ kind }: { readonly kind: string }, device: Circumstances): Idle | undefined {
  const already = (is: boolean, why: string): Idle | undefined =>
    is ? { effect: 'already', why } : undefined;
  switch (kind) {
    case 'cut-power':
      return already(!device.powered, 'its power is cut already');
    case 'restore-power':
      return already(device.powered, 'it has power already');
    case 'drop-link':
      return already(!device.linked, 'its link is down already');
    case 'restore-link':
      return already(device.linked, 'its link is up already');
    case 'inject-rs485':
      return device.online ? undefined : { effect: 'lost', why: whyUnheard(device) };
    default:
      return undefined;
  }
}

function whyUnheard({ powered, linked }: Circumstances): string {
  if (!powered) return 'it has no power, so it hears nothing on its RS485 line';
  if (!linked) return 'its link is down, so the service does not learn what it hears on its RS485 line';
  return 'it is booting, and hears nothing on its RS485 line before it is online';
}
