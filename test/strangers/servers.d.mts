// Types of servers.mjs, for tests.
export interface Stranger {
  readonly name: string;
  readonly folder: string;
  readonly program: string;
  readonly words: readonly string[];
  readonly expected: Readonly<Record<string, readonly string[]>>;
  readonly excused: Readonly<Record<string, string>>;
  readonly cases: readonly {
    readonly kind: 'correct' | 'oddity' | 'defect';
    readonly id: string;
    readonly options: readonly string[];
  }[];
  /** Variables with the secrets of its profile. */
  secrets(control: string): Promise<Readonly<Record<string, string>>>;
}

/** What a server prints as soon as it takes requests. */
export interface Ready {
  readonly url: string;
  readonly ws_url: string;
  readonly control_url: string;
}

export const SERVER_NAMES: readonly string[];
export function serverCalled(name: string): Stranger;
export function profileOf(server: Stranger, ready: Ready): string;
