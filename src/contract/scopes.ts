// The four permissions and what each includes (interface: Authentication, Permissions).

export const SCOPE_MEANINGS = {
  'device:read': 'reads devices, their configuration and commands, and receives events',
  'device:control': 'switches relays and uses the RS485 line; includes device:read',
  'device:config': 'changes jog durations and the baud rate; includes device:read',
  'device:manage': 'adds and removes devices and changes their passwords; includes device:read',
} as const satisfies Record<string, string>;

export type Scope = keyof typeof SCOPE_MEANINGS;
export const SCOPES = Object.keys(SCOPE_MEANINGS) as [Scope, ...Scope[]];

/** True when a client that holds `held` may do what needs `needed`: each write scope includes all of read. */
export function grants(held: readonly Scope[], needed: Scope): boolean {
  return needed === 'device:read' ? held.length > 0 : held.includes(needed);
}
