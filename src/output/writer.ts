// The last thing that happens to every text before it leaves: secrets are masked, what is left of control characters
// is escaped, and nothing in it is a command to the service that runs the build.
import { escapedLines, escapeOf, jsonEscapeOf } from './escape.js';
import type { Secrets } from './secrets.js';

declare const safe: unique symbol;

/** Nothing else is written to a terminal or into a file. Only `safeText` makes one. */
export type SafeText = string & { readonly [safe]: true };

/** For a text whose secrets are what it is for: a file that only its owner reads, a token that has just been made. */
export const NOTHING_SECRET: Pick<Secrets, 'mask'> = { mask: (text) => text };

/** How a text is read: it decides how a character is escaped. */
export type Syntax = 'text' | 'painted' | 'json' | 'yaml' | 'xml' | 'html' | 'markdown';

interface Rules {
  readonly escape: (character: string) => string;
  /** A printable character that must not be read as itself. */
  readonly defused: (character: string) => string;
  readonly quoted: (alias: string) => string;
  readonly among: 'sentence' | 'document';
}

const entity = (character: string): string => `&#${character.charCodeAt(0)};`;
const asMarkup = (alias: string): string => alias.replace(/[<>&"']/g, entity);

const TEXT: Rules = { escape: escapeOf, defused: escapeOf, quoted: String, among: 'sentence' };
const MARKUP: Rules = { escape: escapeOf, defused: entity, quoted: asMarkup, among: 'document' };
const JSON_TEXT: Rules = {
  escape: jsonEscapeOf,
  defused: jsonEscapeOf,
  quoted: (alias) => JSON.stringify(alias).slice(1, -1),
  among: 'document',
};

const RULES: Readonly<Record<Syntax, Rules>> = {
  text: TEXT,
  painted: TEXT,
  yaml: TEXT,
  json: JSON_TEXT,
  xml: MARKUP,
  html: MARKUP,
  markdown: MARKUP,
};

/** The colours of src/cli/io.ts; every other sequence is somebody else's. */
// eslint-disable-next-line no-control-regex -- the escape that begins a colour
const PAINT = /\u001b\[(?:[12]|22|3[1239])m/g;

/** GitHub and others trim a line before they look at its beginning, and find `##[` anywhere in it. */
// eslint-disable-next-line no-control-regex -- a colour may stand before it
const COMMAND_AT_START = /^((?:[^\S\n]|\u001b\[\d+m)*):(?=:)/gm;
const COMMAND_ANYWHERE = /#(?=#\w*\[)/g;

export function safeText(text: string, syntax: Syntax, secrets: Pick<Secrets, 'mask'>): SafeText {
  const { escape, defused, quoted, among } = RULES[syntax];
  const masked = secrets.mask(text, among, quoted);
  const visible = syntax === 'painted' ? paintKept(masked, escape) : escapedLines(masked, escape);
  return withoutCommands(visible, defused) as SafeText;
}

/** Commands of our own, each a line: text of others in them is escaped by who makes them. */
export function workflowCommands(text: string, secrets: Pick<Secrets, 'mask'>): SafeText {
  return withoutOthers(escapedLines(secrets.mask(text, 'sentence')), escapeOf) as SafeText;
}

function withoutCommands(text: string, defused: (character: string) => string): string {
  const quiet = text.includes('::')
    ? text.replace(COMMAND_AT_START, (_, before: string) => before + defused(':'))
    : text;
  return withoutOthers(quiet, defused);
}

function withoutOthers(text: string, defused: (character: string) => string): string {
  return text.includes('##') ? text.replace(COMMAND_ANYWHERE, defused) : text;
}

function paintKept(text: string, escape: (character: string) => string): string {
  let out = '';
  let end = 0;
  for (const match of text.matchAll(PAINT)) {
    out += escapedLines(text.slice(end, match.index), escape) + match[0];
    end = match.index + match[0].length;
  }
  return out + escapedLines(text.slice(end), escape);
}
