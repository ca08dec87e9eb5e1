// Chance from one seed. Each consumer draws from its own stream, named by what it is for, so that a new
// consumer shifts nobody else's numbers.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { assert } from './assert.js';

export type RandomStream = ReturnType<typeof createStream>;

export interface Random {
  readonly seed: number;
  /** The stream with this label, from its beginning: the same seed and label give the same numbers. */
  stream(label: string): RandomStream;
}

/** Of FNV-1a. */
const OFFSET_BASIS = 0x811c9dc5;

const TOKEN_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

export function createRandom(seed: number): Random {
  assert(Number.isSafeInteger(seed), `a seed is an integer, not ${seed}`);
  return { seed, stream: (label) => createStream(`${seed}/${label}`) };
}

/**
 * A number in [0, 1) that depends on nothing but its arguments. Lazy physics draws its noise this way: the
 * value at a moment is the same whether it is read once, often or never.
 */
export function fractionAt(seed: number, label: string, position: number): number {
  return fractionsOf(seed, label)(position);
}

/** The same for many positions of one label: what they share is hashed once. */
export function fractionsOf(seed: number, label: string): (position: number) => number {
  const begun = hashOn(OFFSET_BASIS, `${seed}/${label}/`);
  return (position) => mixed(hashOn(begun, String(position))) / 2 ** 32;
}

function createStream(name: string) {
  // 128 bits of state from the name: with 32, two devices of a large fleet would share one stream.
  const generator = xoroshiro128plusFromState([1, 2, 3, 4].map((part) => hash32(`${part}/${name}`)));
  const integer = (from: number, to: number): number => {
    assert(
      Number.isInteger(from) && Number.isInteger(to) && from <= to,
      `the bounds of an integer hold at least one, unlike ${from} and ${to}`,
    );
    return uniformInt(generator, from, to);
  };
  const fraction = (): number => integer(0, 0x7fff_ffff) / 0x8000_0000;
  return {
    /** A number in [0, 1). */
    fraction,

    /** An integer in [from, to], both included; the bounds are integers themselves. */
    integer,

    /** True with the given probability. */
    chance: (probability: number) => fraction() < probability,

    /** An identifier of `length` characters from a-z and 0-9. */
    token: (length: number) => {
      let text = '';
      while (text.length < length)
        text += TOKEN_ALPHABET[uniformInt(generator, 0, TOKEN_ALPHABET.length - 1)];
      return text;
    },
  };
}

/** FNV-1a with a final mix: labels that differ in one letter give seeds that have nothing in common. */
function hash32(text: string): number {
  return mixed(hashOn(OFFSET_BASIS, text));
}

function hashOn(begun: number, text: string): number {
  let hash = begun;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function mixed(unmixed: number): number {
  let hash = Math.imul(unmixed ^ (unmixed >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
