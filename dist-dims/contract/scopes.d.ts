export declare const SCOPES: readonly ['device:read', 'device:control', 'device:config', 'device:manage'];
export type Scope = (typeof SCOPES)[number];
/** True when a client that holds `held` may do what needs `needed`: each write scope includes all of read. */
export declare function grants(held: readonly Scope[], needed: Scope): boolean;
