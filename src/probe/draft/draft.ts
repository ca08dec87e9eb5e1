// A draft of a dialect: the shapes that evidence shows, and of each placeholder how sure its place and its encoding are.
import type { ShapeName } from '../../contract/schemas/shapes.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { isObject } from '../../kernel/json.js';
import type { DraftExchange } from './evidence.js';
import { type JsonPlace, plainText, withAt } from './places.js';

/** `proven`: an exchange contradicts every other candidate. `likely`: others fit, and this one's name says it. */
export type DraftStanding = 'proven' | 'likely' | 'open';

export interface DraftLine {
  readonly shape: string;
  /** In the shape: `$deviceId`. */
  readonly placeholder: string;
  readonly standing: DraftStanding;
  readonly why: string;
}

/** What no evidence settles: candidates, the best one first. */
export interface DraftQuestion {
  readonly about: string;
  readonly seen: string;
  readonly candidates: readonly { readonly words: string; choose(draft: DialectDraft): void }[];
}

export class DialectDraft {
  readonly shapes = new Map<string, unknown>();
  readonly settings = new Map<string, unknown>();
  readonly lines: DraftLine[] = [];
  readonly without = new Set<string>();
  readonly questions: DraftQuestion[] = [];
  /** What was seen that somebody should know of, in sentences. */
  readonly notes: string[] = [];

  place(shape: ShapeName, at: JsonPlace, part: unknown): void {
    this.shapes.set(shape, withAt(this.shapes.get(shape), at, part));
  }

  /** The first place that counts channels says for all from what. */
  countFrom(base: 0 | 1 | undefined): void {
    if (base !== undefined && !this.settings.has('indexBase')) this.settings.set('indexBase', base);
  }

  put(shape: ShapeName, at: JsonPlace, text: string, standing: DraftStanding, why: string): void {
    this.place(shape, at, text);
    this.say(shape, text, standing, why);
  }

  say(shape: string, text: string, standing: DraftStanding, why: string): void {
    const placeholder = /\$\{?[A-Za-z][\w.+]*/.exec(text)?.[0].replace('{', '') ?? text;
    this.lines.push({ shape, placeholder, standing, why });
  }

  doubt(shape: string, why: string): void {
    for (const [at, line] of this.lines.entries())
      if (line.shape === shape) this.lines[at] = { ...line, standing: 'open', why };
  }
}

/** A placeholder with the text around it. */
export function textAround(before: string, name: string, after = ''): string {
  return before === '' && after === '' ? `$${name}` : `${plainText(before)}\${${name}}${plainText(after)}`;
}

/** The data of the exchanges of a kind that succeeded, with where they come from. */
export function grantedData(
  evidence: readonly DraftExchange[],
  ...kinds: readonly string[]
): readonly { readonly data: Record<string, unknown>; readonly exchange: DraftExchange }[] {
  return evidence.flatMap((exchange) =>
    kinds.includes(exchange.what) && exchange.code === SUCCESS && isObject(exchange.data)
      ? [{ data: exchange.data, exchange }]
      : [],
  );
}

/** The commands in the data of exchanges that succeeded. */
export function grantedCommands(
  evidence: readonly DraftExchange[],
): readonly { readonly command: Record<string, unknown>; readonly exchange: DraftExchange }[] {
  return evidence.flatMap((exchange) => {
    const { data, code } = exchange;
    const command = code === SUCCESS && isObject(data) ? data['command'] : undefined;
    return isObject(command) ? [{ command, exchange }] : [];
  });
}
