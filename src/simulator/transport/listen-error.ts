// Why the service cannot listen as it was told to, besides what the system says of ports and addresses.

/** `PLAIN_HTTP`: unencrypted beyond loopback. `BAD_CERTIFICATE`: the certificate or its key is unusable. */
export type ListenFault = 'PLAIN_HTTP' | 'BAD_CERTIFICATE';

export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code: ListenFault;

  constructor(code: ListenFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
