// Opens a target for a run: what speaks to it, and what acts on its devices from outside of the interface.
import { allMissing } from '../../contract/features.js';
import { type ReadingProof, refutedBy } from '../../probe/proof.js';
import type { ExplainOptions } from '../../probe/rivals.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Clock } from '../../kernel/clock.js';
import { createRandom } from '../../kernel/random.js';
import { createSecrets } from '../../output/secrets.js';
import { createTrace } from '../../trace/trace.js';
import { namedByServer, type Profile } from '../profile/profile.js';
import type { RestoreBook } from '../restore/record.js';
import { createGate } from '../safety/gate/gate.js';
import { createStimuli, type StimuliOptions } from '../stimuli/create-stimuli.js';
import { createTarget } from '../target/create-target.js';
import type { Transport } from '../target/transport.js';

export type OpenTarget = ReturnType<typeof openTarget>;

export interface OpenTargetOptions extends Pick<
  StimuliOptions,
  'operator' | 'instead' | 'drive' | 'restriction' | 'secrets'
> {
  readonly profile: Profile;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly seed: number;
  readonly vouchedFor: boolean;
  /** The dialect is the one that comes with conform: the target is said to be as the interface is written. */
  readonly asWritten?: boolean;
  readonly book?: RestoreBook | undefined;
  /** What of dialect and profile was proven before. */
  readonly proof?: Pick<ReadingProof, 'refuted'> | undefined;
  /** See `DriverOptions`. */
  readonly cleansLater?: boolean;
  /** Stops what was started for the run. */
  stop(): Promise<void>;
}

export function openTarget(options: OpenTargetOptions) {
  const {
    profile: declared,
    dialect,
    clock,
    seed,
    vouchedFor,
    asWritten = vouchedFor || dialect.name === 'default',
    book,
    proof,
    cleansLater = false,
    stop,
    transport: ungated,
    ...outside
  } = options;
  const { secrets = createSecrets() } = outside;
  const management =
    dialect.namesDevices === 'server' && declared.management
      ? { management: namedByServer(declared.management) }
      : {};
  const profile: Profile = {
    ...declared,
    ...management,
    without: allMissing([...(declared.without ?? []), ...dialect.without]),
  };
  book?.spoken({ file: dialect.source.file, text: dialect.source.text });
  // A profile that no file holds is that of a simulator.
  const stands = { dialectStands: asWritten, profileStands: declared.places === undefined };
  const doubts: ExplainOptions = { ...stands, ...(proof && { isRefuted: refutedBy(proof) }) };
  const gate = createGate({ profile, dialect, restriction: outside.restriction });
  const shared = { profile, clock, secrets, random: createRandom(seed), cleansLater };
  const [transport, trace] = [gate.guard(ungated), createTrace(clock)];
  const target = createTarget({ ...shared, dialect, transport, trace, asWritten });
  const { forbidsAct, forbidsUndo } = gate;
  const stimuli = createStimuli({ ...outside, ...shared, forbidsAct, forbidsUndo, ...(book && { book }) });
  return {
    profile,
    target,
    /** All that leaves goes through it. */
    gate,
    stimuli,
    seed,
    /** Profile and dialect fit by construction: what differs is the target's doing. */
    vouchedFor,
    /** What nothing that is shown or kept may hold. */
    secrets,
    /** What of dialect and profile is proven; absent where all of it is. */
    ...(!vouchedFor && { doubts }),
    /** What the run may have changed; absent for a target that ends with this process. */
    ...(book && { book }),
    /** Closes the target, the stimuli, and what was started for the run. */
    close: async (): Promise<void> => {
      await target.close();
      await stimuli.close();
      await stop();
    },
  };
}
