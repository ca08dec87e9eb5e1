import { type RuleVerdict } from '../verdict-words.js';
import { type Markup } from './markup.js';
export declare function chip(verdict: RuleVerdict): Markup;
