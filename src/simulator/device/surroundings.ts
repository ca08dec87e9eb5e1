// What a device is made of and in: its spec, its clock and its chance, and those who look on.
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { DeviceSpec } from './device-spec.js';
import { type DeviceInfluences, NO_INFLUENCES } from './influences.js';
import { NO_WITNESS, type Witness } from './witness.js';

export interface DeviceOptions {
  readonly deviceId: string;
  readonly spec: DeviceSpec;
  readonly clock: Clock;
  readonly random: Random;
  /** Clock time at which signals and patterns began; the moment of creation when absent. */
  readonly origin?: number;
  readonly influences?: DeviceInfluences;
  readonly witness?: Witness;
  /** Called whenever `isOnline` or `isPowered` may have become another answer. */
  readonly onStatus?: () => void;
  /** Called whenever `remember` may have become another answer. */
  readonly onTouched?: () => void;
}

/** The same, with what is taken where nothing was given. */
export interface DeviceSurroundings extends Required<Omit<DeviceOptions, 'onTouched'>> {
  readonly onTouched?: DeviceOptions['onTouched'];
}

const NOBODY_LOOKS = (): void => undefined;

export function surroundingsOf(options: DeviceOptions): DeviceSurroundings {
  const { influences = NO_INFLUENCES, clock } = options;
  return { origin: clock.now(), ...options, influences, ...watchersOf(options) };
}

/** Whatever is witnessed or changes the status may change what is remembered, too. */
function watchersOf({
  witness = NO_WITNESS,
  onStatus = NOBODY_LOOKS,
  onTouched,
}: DeviceOptions): Pick<DeviceSurroundings, 'witness' | 'onStatus'> {
  if (!onTouched) return { witness, onStatus };
  return {
    witness: (act) => {
      witness(act);
      onTouched();
    },
    onStatus: () => {
      onStatus();
      onTouched();
    },
  };
}
