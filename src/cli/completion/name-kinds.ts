// Which options and arguments take names, and of what: what `conform list` lists, and what runs at the moment.

export type NameKind =
  | 'what'
  | 'rules'
  | 'client-rules'
  | 'dialects'
  | 'variants'
  | 'defects'
  | 'faults'
  | 'endpoints'
  | 'topics'
  | 'reports'
  | 'devices'
  | 'clients'
  | 'orders'
  | 'plans'
  | 'kinds';

/** By the long name of an option, or by a command and its argument. */
const KINDS: Readonly<Record<string, NameKind>> = {
  'run what': 'what',
  'config what': 'what',
  '--rule': 'rules',
  '--require': 'client-rules',
  '--dialect': 'dialects',
  '--variant': 'variants',
  '--defect': 'defects',
  '--only': 'defects',
  '--route': 'endpoints',
  '--topic': 'topics',
  '--report': 'reports',
  '--device': 'devices',
  '--client': 'clients',
  '--faults': 'plans',
  '--as': 'kinds',
  'fault add type': 'faults',
  'fault apply file': 'plans',
  'fault clear id': 'orders',
};

export function nameKindOf(place: string): NameKind | undefined {
  return KINDS[place] ?? (/^device [\w-]+ id$/.test(place) ? 'devices' : undefined);
}

/** Places that are named here, for a test that holds them to the commands. */
export const NAMED_PLACES = Object.keys(KINDS);
