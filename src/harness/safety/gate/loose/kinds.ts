// Which kinds of writes a text could mean, by the words in it.
import { type Words, looseWordsOf } from './words.js';

export type Kind = 'switch' | 'bytes' | 'jogDuration' | 'baudRate' | 'manage';

/** Parts of words, with all signs between letters left out. */
const MARKS: readonly (readonly [Kind, RegExp])[] = [
  ['switch', /relay|output|coil|contactor|actuat|toggl|switch|puls|jog|channel|turno|powero/],
  ['bytes', /transceiv|modbus|uart|serial|transmit|rs485(?!baud)/],
  ['baudRate', /baud|bitrate/],
  ['jogDuration', /jogcon|jogdur|jogtime|jogset|setjog|puls|duration/],
  [
    'manage',
    /passw|credential|profileid|adddev|removedev|deletedev|createdev|decommission|unregist|provision/,
  ],
];

/** They say that something is to be done, and not what: switching, where nothing else says more. */
const DEEDS = /(?<!v1)commands|execut|operat|action/;

/** Whole words that add or remove. */
const MANAGING: ReadonlySet<string> = new Set(['delete', 'remove', 'add', 'create', 'register', 'enroll']);

/** They mean a write only where a device is named beside them. */
const DOING: ReadonlySet<string> = new Set(['set', 'reset', 'put', 'write', 'do', 'open', 'close']);

/** They mean a write also where no device is named: a target may have one only. */
const SWITCHING: ReadonlySet<string> = new Set(['on', 'off', 'toggle', 'jog', 'pulse']);

/** @param named a device that exists, or could, is named in the message. */
export function kindsIn(readings: readonly string[], words: Words, named: boolean): Set<Kind> {
  const kinds = new Set<Kind>();
  for (const reading of readings) {
    const squashed = reading.replace(/[^a-z0-9]/g, '');
    for (const [kind, mark] of MARKS) if (mark.test(squashed)) kinds.add(kind);
    for (const word of looseWordsOf(reading)) {
      if (words.ofSwitch.has(word) || SWITCHING.has(word) || (named && DOING.has(word))) kinds.add('switch');
      if (words.ofBytes.has(word)) kinds.add('bytes');
      if (words.ofBaudRate.has(word)) kinds.add('baudRate');
      if (words.ofJog.has(word)) kinds.add('jogDuration');
      if (words.ofManagement.has(word) || MANAGING.has(word)) kinds.add('manage');
    }
  }
  if (kinds.size === 0 && readings.some((reading) => DEEDS.test(reading.replace(/[^a-z0-9]/g, ''))))
    kinds.add('switch');
  return kinds;
}
