// Keeps secrets out of reports, which are mailed and uploaded. The trace replaces them already; this is the
// second lock on the door.

const SECRET_KEY = /^(authorization|cookie|set-cookie|.*secret|.*password|.*token|.*ticket)$/i;

/** What stands for a secret; tells that something was there. */
const REDACTED = '<redacted>';

export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key);
}

/** The same JSON value with the texts under secret keys replaced; an object under such a key is looked into. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      isSecretKey(key) && typeof inner === 'string' ? REDACTED : redact(inner),
    ]),
  );
}
