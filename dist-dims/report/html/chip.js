// A verdict as a coloured word; the word says it without the colour.
import { verdictWord } from '../verdict-words.js';
import { markup } from './markup.js';
export function chip(verdict) {
    return markup `<b class="chip ${verdict.replace(' ', '-')}">${verdictWord(verdict)}</b>`;
}
