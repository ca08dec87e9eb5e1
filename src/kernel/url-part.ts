// Any text as one part of a URL.

/** As encodeURIComponent writes it; half of a character, for which that throws, becomes U+FFFD. */
export function urlPart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
