import { type Read } from '../../document/yaml-document.js';
import { type Day } from './day.js';
/** @param file what problems call the file; the id of the day is its name without folders and ending. */
export declare function parseDay(text: string, file: string): Read<Day>;
