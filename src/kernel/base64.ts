// Text in base64, as files of traffic hold bodies.

/** Undefined where it is no base64; what is no UTF-8 in it becomes U+FFFD. */
export function textOfBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (each) => each.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
