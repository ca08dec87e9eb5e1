import { describe, expect, test } from 'vitest';
import {
  environmentOf,
  filledPlace,
  PLACE_WORDS,
  type ClientPlace,
  unknownWords,
  clientPlaceWords,
} from '../../../src/audit/days/place.js';

const place: ClientPlace = {
  day: 'calm',
  instance: 2,
  url: 'http://127.0.0.1:4711',
  wsUrl: 'ws://127.0.0.1:4711',
  clientId: 'me',
  clientSecret: 'hush',
  deviceIds: ['a-1', 'a-2'],
  seed: 7,
  speed: 1,
};

describe('the words of a place', () => {
  test('are those that the help names', () => {
    expect(Object.keys(clientPlaceWords(place))).toEqual([...PLACE_WORDS]);
  });

  test('take the place of names in braces, and leave other braces as they are', () => {
    const text = '{url}/v1?c={clientId} {"a":{b}} {nothing} ${port}';
    expect(filledPlace(text, clientPlaceWords(place))).toBe(
      'http://127.0.0.1:4711/v1?c=me {"a":{b}} {nothing} $4711',
    );
  });

  test('are told from names that nothing takes the place of', () => {
    expect(unknownWords('{url} {ulr} {"a":1}')).toEqual(['ulr']);
  });

  test('are in the environment under names of their own', () => {
    expect(environmentOf(place)).toMatchObject({
      CONFORM_URL: 'http://127.0.0.1:4711',
      CONFORM_WS_URL: 'ws://127.0.0.1:4711',
      CONFORM_CLIENT_SECRET: 'hush',
      CONFORM_DEVICE_ID: 'a-1',
      CONFORM_DEVICE_IDS: 'a-1,a-2',
      CONFORM_INSTANCE: '2',
    });
  });
});
