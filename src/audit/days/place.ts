// What a client is told of the day that it is to live through: where the service is, and who it is there.
export interface ClientPlace {
  readonly day: string;
  /** Number of the process, from 1. */
  readonly instance: number;
  /** Base address of the service, and of its WebSocket channel. */
  readonly url: string;
  readonly wsUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The devices that it is to look after. */
  readonly deviceIds: readonly string[];
  readonly seed: number;
  readonly speed: number;
}

/** Names that can stand in braces, with what takes their place. */
export function clientPlaceWords(place: ClientPlace): Readonly<Record<string, string>> {
  const { hostname, port } = new URL(place.url);
  return {
    url: place.url,
    wsUrl: place.wsUrl,
    host: hostname,
    port,
    clientId: place.clientId,
    clientSecret: place.clientSecret,
    deviceId: place.deviceIds[0] ?? '',
    deviceIds: place.deviceIds.join(','),
    instance: String(place.instance),
    day: place.day,
    seed: String(place.seed),
    speed: String(place.speed),
  };
}

export const PLACE_WORDS = [
  'url',
  'wsUrl',
  'host',
  'port',
  'clientId',
  'clientSecret',
  'deviceId',
  'deviceIds',
  'instance',
  'day',
  'seed',
  'speed',
] as const;

const BRACES = /\{([A-Za-z]+)\}/g;

/** Replaces `{url}` and its like; other braces stay, for they are the client's own. */
export function filledPlace(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(BRACES, (whole, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? '') : whole,
  );
}

/** Names in braces that nothing takes the place of. */
export function unknownWords(text: string): readonly string[] {
  return [...text.matchAll(BRACES)]
    .map(([, name = '']) => name)
    .filter((name) => !PLACE_WORDS.some((each) => each === name));
}

/** `{url}` -> `CONFORM_URL`: what each process of the client has in its environment. */
export function environmentOf(place: ClientPlace): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(clientPlaceWords(place)).map(([name, value]) => [
      `CONFORM_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
      value,
    ]),
  );
}
