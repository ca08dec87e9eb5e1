// Samples that say nothing, or not what the interface needs: one mistake, one diagnostic.
import { describe, expect, it } from 'vitest';
import { problemsOf } from './read-dialect.js';

describe('a placeholder is refused', () => {
  it.each([
    [
      'it is unknown',
      '$serial',
      'the shape device has no $serial (Known: $deviceId, $name, $profileId, $online, $powered.)',
    ],
    ['it is misspelt', '$profilId', 'the shape device has no $profilId (Did you mean $profileId?)'],
    ['it is shown twice', '$deviceId', /^\$deviceId is shown twice \(It is shown in line \d+ already\.\)$/],
    ['it has no name', '"$-"', /^"\$-" is no placeholder \(Placeholders look like/],
    ['it is within text and has no braces', '"x-$name"', /^a lone \$ in "x-\$name" \(Placeholders look like/],
    ['another is in the same text', '"${name}${profileId}"', /holds two placeholders/],
    ['it is optional twice', '"$name??"', /says the same thing twice/],
    [
      'it has an encoding that does not fit',
      '"$name:hex"',
      ':hex does not fit $name, which is a text (It is written as it is.)',
    ],
    ['it has words for a text', '"$name(a|b)"', /^words do not fit \$name, which is a text/],
    [
      'it has too few words',
      '"$online(up)"',
      '$online needs 2 words, and has 1 (The words stand for true, false, in this order.)',
    ],
    ['it has too many words', '"$online(a|b|c)"', /^\$online needs 2 words, and has 3/],
    ['it has a word twice', '"$online(up|up)"', /^\$online has the word "up" twice/],
    ['it has an empty word', '"$online(up|)"', /^\$online has an empty word/],
    [
      'its words are no numbers',
      '"$online(up|1):number"',
      /^the words of \$online are not different numbers/,
    ],
    [
      'it has numbers and no words',
      '"$online:number"',
      /^:number does not fit \$online, which is true or false/,
    ],
    ['it speaks of an element outside of a list', '$relay.on', /^the shape device has no \$relay\.on/],
  ])('when %s', (_, placeholder, diagnostic) => {
    const [first, ...others] = problemsOf('device', `{ id: $deviceId, more: ${placeholder} }`);
    expect(first).toMatch(diagnostic);
    expect(others).toEqual([]);
  });

  it.each([
    ['it is optional, and every value has it', 'device', '{ id: $deviceId? }', /^\$deviceId is never absent/],
    [
      'a required one is missing',
      'device',
      '{ label: $name? }',
      /^the shape device does not show \$deviceId/,
    ],
    [
      'it has two encodings',
      'jogBody',
      '{ d: "$duration:s:ms" }',
      /^\$duration has two encodings, :s and :ms/,
    ],
    ['its encoding is misspelt', 'transceiveResult', '{ d: "$data:base46" }', /Did you mean :base64\?/],
    [
      'it writes text as a number',
      'wsEvent',
      '{ d: $data, t: $topic, o: "$occurredAt:iso:string?" }',
      /^:string does not fit/,
    ],
    [
      'it lies within another',
      'deviceDetail',
      '{ d: $device, n: $device.name?, p: $peripherals }',
      /within the other/,
    ],
    [
      'a shape is written within text',
      'deviceDetail',
      '{ d: $device, p: "x${peripherals}" }',
      /takes no encoding, no words/,
    ],
    ['data that pass have an encoding', 'wsEvent', '{ t: $topic, d: $data:hex }', /^\$data passes as it is/],
  ])('when %s', (_, shape, sample, diagnostic) => {
    const [first, ...others] = problemsOf(shape, sample);
    expect(first).toMatch(diagnostic);
    expect(others).toEqual([]);
  });
});

it('a placeholder is refused when it has fields or elements of its own', () => {
  const request = '{ d: $deviceId, idempotencyKey: $idempotencyKey?, operation: $operation }';
  expect(problemsOf('executeRequest', request)).toContain(
    '$operation has fields of its own (For example { name: $operation.name, params: $operation.params })',
  );
  expect(problemsOf('deviceDetail', '{ d: $device, r: $peripherals.relays }')).toContain(
    '$peripherals.relays is a list (Show one element of it: [ … ].)',
  );
});

describe('a list is refused', () => {
  const REST =
    'd: [ { i: $input.index, a: $input.active } ], a: [ { i: $analog.index, v: $analog.value } ], s: [ { k: $sensor.key, v: $sensor.value } ]';

  it.each([
    [
      'it shows two elements',
      '[ { i: $relay.index }, { i: $relay.on } ]',
      /^a list shows one element.* shows 2 \(Show one of them/,
    ],
    [
      'its elements are misspelt',
      '[ { i: $rely.index, on: $rely.on } ]',
      /^\$rely\.index is no element.*Did you mean \$relay\?/,
    ],
    [
      'an element lacks a field',
      '[ { i: $relay.index } ]',
      /^the sample of \$relay does not show \$relay\.on/,
    ],
    [
      'an element speaks of another list',
      '[ { i: $relay.index, on: $relay.on, x: $input.active } ]',
      /^the sample of \$relay has no \$input\.active/,
    ],
    [
      'it is shown outside of brackets',
      '$relay.on',
      /^\$relay\.on stands for one element of a list.*Use it within \[ … \], or under the key "\$relay\.index"/,
    ],
    [
      'its key is not unique',
      '{ $relay.on: $relay.index }',
      /^two elements may have the same \$relay\.on: it cannot be a key \(Show a list under it, with the elements that have it, or the key has to be \$relay\.index\.\)/,
    ],
    [
      'its key may be absent',
      '{ "$relay.index?": $relay.on }',
      /\$relay\.index is never absent|a key is never absent/,
    ],
    [
      'its key has company',
      '{ $relay.index: $relay.on, count: 8 }',
      /^an object whose key is a placeholder has no other keys/,
    ],
  ])('when %s', (_, sample, diagnostic) => {
    const [first, ...others] = problemsOf('peripherals', `{ r: ${sample}, ${REST} }`);
    expect(first).toMatch(diagnostic);
    expect(others).toEqual([]);
  });

  it('when what stands under a key may be absent', () => {
    expect(problemsOf('profileList', '{ p: { $profile.profileId: $profile.model? } }')).toEqual([
      'what stands under a key is never absent (Leave the ? out.)',
    ]);
  });

  it('when changes are told apart by an index that two of them may share', () => {
    const sample = '{ d: $deviceId, changes: { $change.index: $change.kind }, peripherals: $peripherals }';
    expect(problemsOf('stateChanged', sample)).toEqual([
      'two elements may have the same $change.index: it cannot be a key (Show a list under it, with the elements that have it.)',
    ]);
  });
});
