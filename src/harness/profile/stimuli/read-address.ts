// Whether an address that stimuli are sent to will do.

export interface AddressDiagnostic {
  readonly message: string;
  readonly hint: string;
}

/** @param secret it must not be sent in the open. */
export function urlDiagnostic(given: string, secret: boolean): AddressDiagnostic | undefined {
  // Placeholders may stand anywhere, also where a port would be.
  const plain = given.replace(/\$?\{[^{}]*\}/g, '1');
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return {
      message: `"${given}" is no http:// or https:// address`,
      hint: 'Write it in full, such as https://pdu.lab/outlets/{deviceId}/off.',
    };
  if (url.username !== '' || url.password !== '')
    return { message: 'an address holds no credentials', hint: 'Send them in a header, from ${NAME}.' };
  if (secret && url.protocol === 'http:' && !isLoopback(url.hostname))
    return {
      message: `secrets would go to ${url.hostname} unencrypted`,
      hint: 'Use https://, or set tls.insecure: true if the network in between can be trusted.',
    };
  return undefined;
}

/** Whether one of the texts takes something from the environment. */
export function hasSecret(texts: readonly (string | undefined)[]): boolean {
  return texts.some((text) => text?.includes('${'));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
