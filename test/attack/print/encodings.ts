// Ways to say a secret in other letters. Written apart from what the program knows of them.

type Encode = (secret: string) => string;

const each = (write: (code: number, character: string) => string) => (secret: string) =>
  Array.from(secret)
    .map((character) => write(character.codePointAt(0) ?? 0, character))
    .join('');
const hex = (code: number, width = 2): string => code.toString(16).padStart(width, '0');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const half = (text: string): number => Math.ceil(text.length / 2);

export const ENCODINGS: Readonly<Record<string, Encode>> = {
  plain: (secret) => secret,
  'upper case': (secret) => secret.toUpperCase(),
  'in a sentence': (secret) => `your token was ${secret}, thank you`,
  percent: each((code) => `%${hex(code)}`),
  'percent in capitals': each((code) => `%${hex(code).toUpperCase()}`),
  'percent twice': each((code) => `%25${hex(code)}`),
  'every second percent': (secret) =>
    Array.from(secret)
      .map((one, at) => (at % 2 === 0 ? one : `%${hex(one.charCodeAt(0))}`))
      .join(''),
  'JSON escapes': each((code) => `\\u${hex(code, 4)}`),
  'JSON escapes in capitals': each((code) => `\\u${hex(code, 4).toUpperCase()}`),
  'JSON in JSON': (secret) => JSON.stringify(JSON.stringify({ token: `"${secret}"` })),
  'program escapes': each((code) => `\\x${hex(code)}`),
  'decimal entities': each((code) => `&#${code};`),
  'hexadecimal entities': each((code) => `&#x${hex(code)};`),
  base64,
  'base64 behind one character': (secret) => base64(`:${secret}`),
  'base64 behind two characters': (secret) => base64(`a:${secret}:b`),
  base64url: (secret) => Buffer.from(`id:${secret}`).toString('base64url'),
  'base64 twice': (secret) => base64(base64(secret)),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'hexadecimal with colons': (secret) => [...Buffer.from(secret)].map((code) => hex(code)).join(':'),
  'hexadecimal in base64': (secret) => base64(Buffer.from(secret).toString('hex')),
  'percent of base64': (secret) => encodeURIComponent(base64(secret)),
  'decimal codes': (secret) => [...Buffer.from(secret)].join(', '),
  reversed: (secret) => Array.from(secret).toReversed().join(''),
  'full width': each((code) => String.fromCodePoint(code + 0xfee0)),
  'with invisible characters': each((_, character) => `${character}\u200b`),
  'first half': (secret) => secret.slice(0, half(secret)),
  'second half': (secret) => secret.slice(half(secret)),
};

/** Values of JSON that hold the secret in pieces. */
export const SPLITS: Readonly<Record<string, (secret: string) => unknown>> = {
  'two fields': (secret) => ({ first: secret.slice(0, half(secret)), rest: secret.slice(half(secret)) }),
  'an array of letters': (secret) => Array.from(secret),
  'an array of three letters each': (secret) => secret.match(/.{1,3}/gs),
  'such an array in reverse': (secret) => secret.match(/.{1,3}/gs)?.toReversed(),
  'fields of five letters each': (secret) =>
    Object.fromEntries((secret.match(/.{1,5}/gs) ?? []).map((part, at) => [`k${at}`, part])),
  'numbers of characters': (secret) => Array.from(secret).map((one) => one.codePointAt(0)),
  'a name of a field': (secret) => ({ [secret]: 1 }),
  'the name of a field, encoded': (secret) => ({ [base64(secret)]: 1 }),
};
