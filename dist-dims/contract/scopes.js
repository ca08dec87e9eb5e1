// The four permissions and what each includes (interface: Authentication, Permissions).
export const SCOPES = ['device:read', 'device:control', 'device:config', 'device:manage'];
/** True when a client that holds `held` may do what needs `needed`: each write scope includes all of read. */
export function grants(held, needed) {
    return needed === 'device:read' ? held.length > 0 : held.includes(needed);
}
