import { expect, it } from 'vitest';
import { aroundSaid, frameSaid, placesNamed, wordsSaid } from '../../src/probe/draft/named-places.js';

it.each([
  [
    '/relays/0/nr: expected an index; /relays/0/do: expected one of ON, OFF',
    [
      ['relays', 0, 'nr'],
      ['relays', 0, 'do'],
    ],
  ],
  ['/1~10~1x: expected a number', [['1/0/x']]],
  ['"baud" must be a number', [['baud']]],
  ["'line.speed' is missing", [['line', 'speed']]],
  ['The field baud_rate is required', [['baud_rate']]],
  ['not now', []],
])('%s names places', (message, places) => {
  expect(placesNamed(message, {}).map(({ at }) => at)).toEqual(places);
});

it('reads the words of a choice, and what stands around a value', () => {
  expect(wordsSaid(': expected one of "ON", OFF or PULSE')).toEqual(['ON', 'OFF', 'PULSE']);
  expect(wordsSaid(': expected a number')).toEqual([]);
  expect(aroundSaid(': expected "Power…x" around an index')).toEqual(['Power', 'x']);
});

it.each([
  ['/src: expected "client"; /method: expected a string', { src: 'client', method: 'session.ping' }],
  ['/v: expected 2; /url: expected "/zero/…" around a string', { v: 2, url: '/zero/session.ping' }],
  ['not now', undefined],
])('%s says how a frame is written', (message, frame) => {
  expect(frameSaid(message)?.('session.ping')).toEqual(frame);
});
