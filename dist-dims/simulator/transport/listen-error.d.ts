/** `PLAIN_HTTP`: unencrypted beyond loopback. `BAD_CERTIFICATE`: the certificate or its key is unusable. */
export type ListenFault = 'PLAIN_HTTP' | 'BAD_CERTIFICATE';
export declare class ListenError extends Error {
    readonly name = "ListenError";
    readonly code: ListenFault;
    constructor(code: ListenFault, message: string, options?: ErrorOptions);
}
