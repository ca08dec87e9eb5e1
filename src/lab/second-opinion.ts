// What the second judge says of a finding of the first, by the witness that goes with it, or by the whole trace.
import { createSecondJudge, type Opinion } from '../checker/checker.js';
import type { KnownFacts } from '../checker/piece.js';
import type { Profile } from '../harness/profile/profile.js';
import type { CheckResult, Finding } from '../harness/verdict/verdict.js';

/** What a trace does not tell, as the profile has it, and how long was listened for what did not come. */
export function knownFacts(profile: Profile, { silence }: Pick<Finding, 'silence'> = {}): KnownFacts {
  const idOf = (name: string): string => profile.devices[name]?.deviceId ?? name;
  const clients = Object.entries(profile.clients).map(([name, { clientId, scopes, devices }]) => [
    name,
    { clientId, scopes, ...(devices && { devices: devices.map(idOf) }) },
  ]);
  return {
    clients: Object.fromEntries(clients) as KnownFacts['clients'] & object,
    devices: Object.fromEntries(
      Object.values(profile.devices).map(({ deviceId, rs485 }) => [deviceId, rs485 ?? {}]),
    ),
    shared: profile.shared === true,
    // Clocks may differ by a little from what was meant.
    ...(silence && { eventPatience: Math.max(0, silence.to - silence.from - 50) }),
  };
}

export function secondOpinionOn(finding: Finding, check: CheckResult, profile: Profile): Opinion {
  return createSecondJudge(check.trace, knownFacts(profile, finding))(finding.rule);
}
