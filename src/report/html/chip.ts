// A verdict as a coloured word; the word says it without the colour.
import { type RuleVerdict, verdictWord } from '../verdict-words.js';
import { markup, type Markup } from './markup.js';

export function chip(verdict: RuleVerdict): Markup {
  return markup`<b class="chip ${verdict.replace(' ', '-')}">${verdictWord(verdict)}</b>`;
}
