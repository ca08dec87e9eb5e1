// Ways to say a secret in other letters. Written apart from what the program knows of them.

type Encode = (secret: string) => string;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const half = (text: string): number => Math.ceil(text.length / 2);

/** What a service does to texts by itself: a server that hides them on purpose always finds a way more. */
export const ENCODINGS: Readonly<Record<string, Encode>> = {
  plain: (secret) => secret,
  'upper case': (secret) => secret.toUpperCase(),
  'in a sentence': (secret) => `your token was ${secret}, thank you`,
  percent: encodeURIComponent,
  'JSON in JSON': (secret) => JSON.stringify(JSON.stringify({ token: `"${secret}"` })),
  base64,
  'base64 behind one character': (secret) => base64(`:${secret}`),
  'base64 behind two characters': (secret) => base64(`a:${secret}:b`),
  base64url: (secret) => Buffer.from(`id:${secret}`).toString('base64url'),
  'percent of base64': (secret) => encodeURIComponent(base64(secret)),
  'first half': (secret) => secret.slice(0, half(secret)),
  'second half': (secret) => secret.slice(half(secret)),
};

/** Values of JSON that hold the secret in pieces. */
export const SPLITS: Readonly<Record<string, (secret: string) => unknown>> = {
  'two fields': (secret) => ({ first: secret.slice(0, half(secret)), rest: secret.slice(half(secret)) }),
  'a name of a field': (secret) => ({ [secret]: 1 }),
  'the name of a field, encoded': (secret) => ({ [base64(secret)]: 1 }),
};
