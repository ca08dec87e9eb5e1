// Where influences are put in while a device is used, and taken out again. A device without any pays one
// comparison for each question.
import { type DeviceInfluences, NO_INFLUENCES } from './influences.js';

/** @typeParam D what tells the devices apart. */
export interface InfluenceSlot<D> {
  /** Undefined while no device has any. */
  current: ((device: D) => DeviceInfluences) | undefined;
}

/** The influences of one device, as they are in the slot at each question. */
export function influencesIn<D>(slot: InfluenceSlot<D>, device: D): DeviceInfluences {
  return new InfluencesInSlot(slot, device);
}

type Asked<M extends keyof DeviceInfluences> = Parameters<DeviceInfluences[M]>;
type Told<M extends keyof DeviceInfluences> = ReturnType<DeviceInfluences[M]>;

/** A class, as each device of a fleet has its own. */
class InfluencesInSlot<D> implements DeviceInfluences {
  private readonly slot: InfluenceSlot<D>;
  private readonly device: D;

  constructor(slot: InfluenceSlot<D>, device: D) {
    this.slot = slot;
    this.device = device;
  }

  operationTime(...asked: Asked<'operationTime'>): Told<'operationTime'> {
    return this.now().operationTime(...asked);
  }

  answering(...asked: Asked<'answering'>): Told<'answering'> {
    return this.now().answering(...asked);
  }

  contact(...asked: Asked<'contact'>): Told<'contact'> {
    return this.now().contact(...asked);
  }

  bounce(...asked: Asked<'bounce'>): Told<'bounce'> {
    return this.now().bounce(...asked);
  }

  reading(...asked: Asked<'reading'>): Told<'reading'> {
    return this.now().reading(...asked);
  }

  rs485(...asked: Asked<'rs485'>): Told<'rs485'> {
    return this.now().rs485(...asked);
  }

  private now(): DeviceInfluences {
    return this.slot.current ? this.slot.current(this.device) : NO_INFLUENCES;
  }
}
