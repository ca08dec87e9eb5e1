// What a matrix comes to, in words: for the terminal and for the page.
import type { KillMatrix, RightRow } from '../../lab/self-test/matrix.js';
import { isFair, isKilled } from './gate.js';

export interface GateTally {
  readonly what: string;
  readonly good: number;
  readonly of: number;
}

export function tallies({ defects, right }: KillMatrix): GateTally[] {
  const fair = (what: string, rows: readonly RightRow[]): GateTally => {
    return { what, good: rows.filter(isFair).length, of: rows.length };
  };
  const caught = 'defects caught by a check that cites their rule';
  return [
    { what: caught, good: defects.filter(isKilled).length, of: defects.length },
    fair('the usual service without a false alarm', ofKind(right, 'usual')),
    fair('variants without a false alarm', ofKind(right, 'variant')),
    fair('dialects of the gallery without a false alarm', ofKind(right, 'dialect')),
    fair('pairs of variants without a false alarm', ofKind(right, 'pair')),
  ].filter((tally) => tally.of > 0);
}

export function ofKind(right: readonly RightRow[], kind: RightRow['kind']): RightRow[] {
  return right.filter((row) => row.kind === kind);
}

/** The first few, and how many more there are. */
export function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}

/** What stands against the gate, a line for each. */
export function diagnosticsOf({ defects, right }: KillMatrix): string[] {
  const survivors = defects.filter((row) => !isKilled(row));
  return [
    ...survivors.map(({ id, rule, alsoRed, bugs }) => {
      const why = bugs.length > 0 ? bugs.join('; ') : `no check found a breach of ${rule}`;
      const red = alsoRed.length > 0 ? `; red for other reasons: ${listed(alsoRed, 3)}` : '';
      return `defect ${id} survives: ${why}${red}`;
    }),
    ...right
      .filter((row) => !isFair(row))
      .map(({ id, red, bugs }) => {
        const alarms = red.map(({ check, rules }) => `${check} (${rules.join(', ')})`);
        return `${id} is right, and is called wrong: ${listed([...alarms, ...bugs], 6)}`;
      }),
  ];
}
