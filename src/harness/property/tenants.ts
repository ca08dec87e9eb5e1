// The tenants of a profile: devices that some API clients may use, and those clients. Programs run for each of them.
import type { Scope } from '../../contract/scopes.js';
import { groupBy } from '../../kernel/group-by.js';
import type { Profile } from '../profile/profile.js';

export interface Tenant {
  /** By their names in the profile. */
  readonly devices: readonly string[];
  /** Those who may use all of its devices, by name: its own come first, then those of a larger tenant. */
  readonly clients: readonly string[];
}

/** The others of a profile with more are as those with which most can be tried. */
const MOST_TENANTS = 8;

/** Those with which most can be tried first: with the most permissions, then with the most devices. */
export function tenantsOf({ clients, devices }: Profile): readonly Tenant[] {
  const every = Object.keys(devices);
  const users = Object.entries(clients).flatMap(([name, { scopes, devices: own = every }]) => {
    const visible = every.filter((device) => own.includes(device));
    return scopes.length === 0 || visible.length === 0 ? [] : [{ name, power: powers(scopes), visible }];
  });
  const groups = groupBy(users, ({ visible }) => JSON.stringify(visible));
  const tenants = [...groups.values()].map((group) => {
    const { visible = [] } = group[0] ?? {};
    const strength = Math.max(...group.map(({ power }) => power));
    return { visible, own: new Set(group), rank: strength * (every.length + 1) + visible.length };
  });
  return tenants
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, MOST_TENANTS)
    .map(({ visible, own }) => {
      const able = users.filter((user) => visible.every((device) => user.visible.includes(device)));
      const rankOf = (user: (typeof users)[number]): number =>
        (user.power > 0 ? 2 * MOST_POWER : 0) + (own.has(user) ? MOST_POWER : 0) + user.power;
      const ranked = able.toSorted((a, b) => rankOf(b) - rankOf(a));
      return { devices: visible, clients: ranked.map(({ name }) => name) };
    });
}

const MOST_POWER = 4;

/** What can be tried with permissions, as a number less than MOST_POWER. */
function powers(scopes: readonly Scope[]): number {
  return Number(scopes.includes('device:control')) * 2 + Number(scopes.includes('device:config'));
}
