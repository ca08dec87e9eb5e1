// The simulator of a run in this process.
import type { Dialect } from '../../dialect/dialect.js';
import type { Profile } from '../../harness/profile/profile.js';
import type { Secrets } from '../../output/secrets.js';
import type { Restriction } from '../../harness/profile/restriction.js';
import type { Decoration } from '../../simulator/decoration.js';
import type { FaultOrder } from '../../simulator/faults/order.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';

export interface InProcessOptions {
  readonly fleet: FleetSpec;
  /** The fleet that the profile of the target declares; default: all of it. */
  readonly declared?: FleetSpec;
  readonly dialect: Dialect;
  readonly seed?: number;
  /** Ids of defects. */
  readonly defects?: readonly string[];
  readonly faults?: readonly FaultOrder[];
  /** Made anew for each life of the simulator: styles. */
  readonly decorations?: () => readonly Decoration[];
  /** The profile of an earlier one with the same options, which saves finding it out again. */
  readonly profile?: Profile;
  /** The way to the service; default: calls. Over `sockets`, HTTP and WebSocket are real, on ports of loopback. */
  readonly over?: 'calls' | 'sockets';
  /** What nothing that is shown may hold; default: secrets of its own. */
  readonly secrets?: Secrets;
  /** Others use the devices, too. */
  readonly shared?: boolean;
  /** What the run leaves out on purpose. */
  readonly restriction?: Restriction | undefined;
  /** False: nobody is going to look into the simulator's journal. */
  readonly journal?: boolean;
  /** Whoever shows a trace takes the secrets out of it; default: they are taken out of each record. */
  readonly cleansLater?: boolean;
  /** False: profile and dialect may differ from the target, and are tried before the first check; default: true. */
  readonly vouchedFor?: boolean;
  /** What the simulator throws ends only what it befell, as in a process of its own; default: it ends the run. */
  readonly contained?: boolean;
}
