// Wrong secrets that are made of the right one, and how a trace names them, so that they can be made again.

/** With the case of its letters swapped, its first half, with one more character, or empty. */
export type SecretLike = 'other-case' | 'beginning' | 'longer' | 'empty';

/** What a trace shows for the right secret of a client. */
const SHOWN_SECRET = '<secret>';
const SHOWN_OTHER = '<another secret>';
/** The right one, beside the identifier of another client. */
const SHOWN_MISPLACED = '<another secret: that of its client>';

export function secretLike(secret: string, like: SecretLike | undefined): string {
  switch (like) {
    case undefined:
      return secret;
    case 'other-case': {
      const swapped = inOtherCase(secret);
      return swapped === secret ? `${secret}x` : swapped;
    }
    case 'beginning':
      return secret.slice(0, Math.ceil(secret.length / 2));
    case 'longer':
      return `${secret}x`;
    case 'empty':
      return '';
  }
}

/** With the case of its letters swapped. */
export function inOtherCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (char) =>
    char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase(),
  );
}

/**
 * The secret with one character changed: at three quarters of its length, or a little later, so not in the part by
 * which it may be looked up, nor in the last bits of an encoding, which may mean nothing.
 */
export function nearMissOf(secret: string): string | undefined {
  const from = Math.floor((secret.length * 3) / 4);
  const at = secret.slice(from).search(/[a-z0-9]/i);
  if (at < 0) return undefined;
  const other = secret[from + at] === 'a' ? 'b' : 'a';
  return `${secret.slice(0, from + at)}${other}${secret.slice(from + at + 1)}`;
}

interface Sent {
  readonly clientSecret: string;
  readonly like: SecretLike | undefined;
  /** Of the client that is named beside it. */
  readonly isOwn: boolean;
}

/** A trace tells the right credentials from others, and an empty secret from a wrong one. */
export function shownSecret(right: string, { clientSecret, like, isOwn }: Sent): string {
  if (clientSecret === '') return '';
  if (clientSecret === right) return isOwn ? SHOWN_SECRET : SHOWN_MISPLACED;
  return like === undefined ? SHOWN_OTHER : `<another secret: ${like}>`;
}

/** The secret that a trace shows so; undefined where it is none of these. */
export function secretShown(right: string, shown: unknown): string | undefined {
  if (shown === SHOWN_SECRET || shown === SHOWN_MISPLACED) return right;
  if (shown === SHOWN_OTHER) return 'conform-wrong-secret';
  const like = LIKES.find((each) => shown === `<another secret: ${each}>`);
  return like && secretLike(right, like);
}

const LIKES: readonly SecretLike[] = ['other-case', 'beginning', 'longer', 'empty'];
