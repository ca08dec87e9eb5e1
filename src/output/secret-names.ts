// Names that say by themselves that a secret stands under them, whoever uses them.

/** Whether a field, a header or a parameter of this name may hold a token, a ticket, a secret or a password. */
export type IsSecretName = (name: string) => boolean;

const TELLING =
  /^(?:authorization|cookie|set-cookie|.*secret|.*passw(?:or)?d|.*(?:token|ticket|jwt|credential|api[-_]?key))$/i;

export const isTellingName: IsSecretName = (name) => TELLING.test(name);

/** What stands for a secret that is known by its name only; tells that something was there. */
const REDACTED = '<redacted>';

/** The same JSON value with the texts under secret names replaced; an object under such a name is looked into. */
export function redactNames(value: unknown, isSecret: IsSecretName = isTellingName): unknown {
  if (Array.isArray(value)) return value.map((item) => redactNames(item, isSecret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      isSecret(key) && typeof inner === 'string' ? REDACTED : redactNames(inner, isSecret),
    ]),
  );
}

/** A path as a log shows it: the values of secret parameters replaced, however the names are spelt. */
export function redactQuery(target: string, isSecret: IsSecretName = isTellingName): string {
  const at = target.indexOf('?');
  if (at < 0) return target;
  const parameters = target
    .slice(at + 1)
    .split(/([&;])/)
    .map((part) => {
      const name = part.split('=', 1)[0] ?? '';
      return part.length > name.length && isSecret(decodedName(name)) ? `${name}=${REDACTED}` : part;
    });
  return `${target.slice(0, at)}?${parameters.join('')}`;
}

/** Somebody behind a proxy may have encoded it more than once. */
const MOST_LAYERS = 4;

function decodedName(name: string): string {
  try {
    let decoded = name.replaceAll('+', ' ');
    for (let layer = 0; layer < MOST_LAYERS && decoded.includes('%'); layer++)
      decoded = decodeURIComponent(decoded);
    return decoded.trim();
  } catch {
    // Nobody can say what it names.
    return 'secret';
  }
}
