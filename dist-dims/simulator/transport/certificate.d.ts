/** A certificate and its private key, as PEM. */
export interface Certificate {
    readonly cert: string;
    readonly key: string;
}
export interface MadeCertificate extends Certificate {
    /** SHA-256, as `openssl x509 -fingerprint -sha256` prints it. */
    readonly fingerprint: string;
}
/** A new key, and a certificate of it for this machine: localhost, 127.0.0.1 and ::1; good for a year. */
export declare function makeCertificate(): Promise<MadeCertificate>;
/** SHA-256 of a certificate given as PEM. Throws the system's error when it is none. */
export declare function fingerprintOf(cert: string): string;
/** Whether the key is that of the certificate; false too when one of them is unreadable. */
export declare function belongTogether({ cert, key }: Certificate): boolean;
