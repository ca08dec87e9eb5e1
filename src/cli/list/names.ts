// What can be listed: whatever a command takes by name.
export const LIST_NAMES = [
  'rules',
  'scenarios',
  'properties',
  'variants',
  'defects',
  'faults',
  'stimuli',
  'dialects',
  'clients',
  'endpoints',
  'topics',
  'dimensions',
] as const;

export type ListName = (typeof LIST_NAMES)[number];
