// Stimuli by a wire on the bench: a relay of the device drives one of its inputs, and the interface the relay.
import { patiently, patientWords } from '../../target/retry.js';
import { type Profile, clientsWith } from '../../profile/profile.js';
import type { Target } from '../../target/target.js';
import { type ActDriver, APPLIED, failed } from '../../profile/stimuli/catalogue.js';
import type { WiringHow } from '../../profile/stimuli/template.js';
import { isGranted } from '../../target/call.js';

/** How long interference is waited out, in ms. */
export const LONGEST_WIRING = 30_000;

export interface WiringOptions {
  readonly profile: Pick<Profile, 'clients' | 'longestWait'>;
  /** A target through which only relays that may be switched can be reached. */
  readonly target: Target;
  /** A key that no other command has. */
  readonly key: () => string;
}

export function wiringDriver({ wires }: WiringHow, { profile, target, key }: WiringOptions): ActDriver {
  return async ({ device, index, active }, signal) => {
    const wire = wires.find((each) => each.device === device?.name && each.input === index);
    if (!wire || !device) return failed(`no wire leads to input ${index}`);
    const [client] = clientsWith(profile, 'device:control', device.name);
    if (client === undefined) return failed('no API client of the profile may switch its relays');
    const action = active === wire.inverted ? 'off' : 'on';
    const relays = [{ index: wire.relay, action } as const];
    const operation = { name: 'device.relay.set', params: { relays } } as const;
    const call = { name: 'operate', deviceId: device.deviceId, operation, idempotencyKey: key() } as const;
    const { clock } = target;
    const limits = { until: clock.now() + LONGEST_WIRING, longestAnnounced: profile.longestWait };
    const tried = await patiently(() => target.request(call, { client }), { clock, limits, signal });
    if (isGranted(tried.outcome)) return APPLIED;
    return failed(`switching relay ${wire.relay}: ${patientWords(tried)}`);
  };
}
