// What the interface has and a server may do without: parts of it that a dialect or a profile can say are missing.

export const FEATURES = {
  jog: 'relays that go off by themselves: the action jog, and jog durations',
  'jog-action': 'the action jog of relays',
  'compatibility-endpoint': 'the single-relay endpoint that is planned for removal',
  rs485: 'RS485: transceive and the baud rate',
  'transceive-timeout': 'a timeout in the request of a transceive',
  'device-profiles': 'the list of device profiles',
  adding: 'adding devices',
  removing: 'removing devices',
  passwords: 'changing passwords of devices',
  'current-password': 'the current password in a change of it',
  'digital-inputs': 'digital inputs',
  'analog-inputs': 'analog inputs',
  sensors: 'sensors',
  'event-ids': 'an identifier in each event',
  paging: 'pages of the device list',
  'page-size': 'a query parameter for how many devices a page has',
} as const satisfies Record<string, string>;

export type Feature = keyof typeof FEATURES;
export const FEATURE_NAMES = Object.keys(FEATURES) as [Feature, ...Feature[]];

const IMPLIED: Partial<Record<Feature, Feature>> = { jog: 'jog-action', paging: 'page-size' };

/** What is named, and what cannot be there without it. */
export function allMissing(named: readonly Feature[]): readonly Feature[] {
  return [...new Set(named.flatMap((each) => [each, IMPLIED[each] ?? each]))];
}
