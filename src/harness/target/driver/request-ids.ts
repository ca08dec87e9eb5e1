// The requestIds of a connection: unique, and in the forms in which clients write them (ws.correlation).

/** Letters of both cases, digits alone, and punctuation: a server has to give each of them back as it is. */
const FORMS: readonly ((prefix: string, number: number) => string)[] = [
  (prefix, number) => `${prefix}${number}`,
  (prefix, number) => `Conform.${prefix}${number}_aBcD`,
  (prefix, number) => `${digitsOf(prefix)}${number}`,
  (prefix, number) => `${fewDigitsOf(prefix)}${number}`,
];

/** @param prefix that no other connection has. @param number of the request, from 1. */
export function requestIdOf(prefix: string, number: number): string {
  const form = FORMS[(number - 1) % FORMS.length] ?? FORMS[0];
  return form?.(prefix, number) ?? `${prefix}${number}`;
}

/** Far more digits than a number can hold, so that one that was made a number shows. */
function digitsOf(prefix: string): string {
  return prefix.replaceAll(/[^]/g, (char) => String(char.charCodeAt(0)).padStart(3, '0'));
}

/** Nine digits, which are a number of their own for nearly every prefix: a server that stores numbers shows, too. */
function fewDigitsOf(prefix: string): number {
  let sum = 0;
  for (const char of prefix) sum = (sum * 31 + char.charCodeAt(0)) % 900_000_000;
  return 100_000_000 + sum;
}
