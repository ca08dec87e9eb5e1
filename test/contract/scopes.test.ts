import { describe, expect, it } from 'vitest';
import { grants, type Scope, SCOPES } from '../../src/contract/scopes.js';

/** What each scope alone allows, as the interface's table has it. */
const GRANTS: Record<Scope, readonly Scope[]> = {
  'device:read': ['device:read'],
  'device:control': ['device:read', 'device:control'],
  'device:config': ['device:read', 'device:config'],
  'device:manage': ['device:read', 'device:manage'],
};

const cells = SCOPES.flatMap((held) => SCOPES.map((needed) => [held, needed] as const));

describe('the scopes', () => {
  it('are four', () => {
    expect(SCOPES).toHaveLength(4);
  });

  it.each(cells)('%s against an endpoint that needs %s', (held, needed) => {
    expect(grants([held], needed)).toBe(GRANTS[held].includes(needed));
  });

  it('add up', () => {
    const held: Scope[] = ['device:config', 'device:control'];
    expect(SCOPES.filter((needed) => grants(held, needed))).toEqual([
      'device:read',
      'device:control',
      'device:config',
    ]);
  });

  it('allow nothing when there are none', () => {
    expect(SCOPES.filter((needed) => grants([], needed))).toEqual([]);
  });
});
