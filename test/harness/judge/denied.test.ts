// A refusal for want of a permission that the token holds.
import { expect, it } from 'vitest';
import type { TraceRecord } from '../../../src/trace/record.js';
import { judge } from '../../../src/harness/judge/judge.js';
import { commandBody, refused, traceOf } from './traces.js';

const OWN = { from: 0, to: 50, what: 'relays.set', deviceId: 'd1', key: 'k', body: commandBody('c1') };

function told(what: string, granted: readonly string[], scope: string, lines = [OWN]): readonly string[] {
  const body = refused('AUTH_SCOPE_DENIED', { requiredScope: scope });
  const records = traceOf([...lines, { from: 60, to: 70, what, status: 403, body }]).map(
    (each): TraceRecord => {
      if (each.kind === 'request' && each.what === what) return { ...each, commandId: 'c1' };
      return each.kind === 'reply' && each.status === 403 ? { ...each, granted } : each;
    },
  );
  return judge(records, { strict: false, dropped: 0 })
    .filter(({ where }) => where === 'invariant denied')
    .map(({ rule, verdict }) => `${verdict} ${rule}`);
}

it('breaks scope.read-included where reading is refused to a client that may control', () => {
  expect(told('commands.read', ['device:control'], 'device:read')).toEqual(['fail scope.read-included']);
});

it.each<[string, string, readonly string[], string, (typeof OWN)[]]>([
  ['the token lacks it', 'commands.read', [], 'device:read', [OWN]],
  [
    'another scope is named, which has a rule of its own',
    'commands.read',
    ['device:read'],
    'device:control',
    [OWN],
  ],
  ['the command may be of others', 'commands.read', ['device:read'], 'device:read', []],
  ['no permission is needed', 'ticket.create', ['device:read'], 'device:read', [OWN]],
])('is nothing where %s', (_, what, granted, scope, lines) => {
  expect(told(what, granted, scope, lines)).toEqual([]);
});
