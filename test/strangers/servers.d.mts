// Types of servers.mjs, for tests.
export interface Stranger {
  readonly name: string;
  readonly expected: Readonly<Record<string, readonly string[]>>;
  readonly excused: Readonly<Record<string, string>>;
  readonly cases: readonly {
    readonly kind: 'correct' | 'oddity' | 'defect';
    readonly id: string;
    readonly options: readonly string[];
  }[];
}

export const SERVER_NAMES: readonly string[];
export function serverCalled(name: string): Stranger;
