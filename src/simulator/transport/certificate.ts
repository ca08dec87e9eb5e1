// Certificates for HTTPS: makes a self-signed one, and computes the fingerprint of one that is given.
import { createPrivateKey, X509Certificate } from 'node:crypto';

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
export async function makeCertificate(): Promise<MadeCertificate> {
  // Loaded here, as most runs need no certificate.
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'conform simulator' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      // It is marked as a CA, so that a client can trust it by its file: NODE_EXTRA_CA_CERTS, curl --cacert.
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { cert: `${cert.trim()}\n`, key, fingerprint: certificateFingerprint(cert) };
}

/** SHA-256 of a certificate given as PEM. Throws the system's error when it is none. */
export function certificateFingerprint(cert: string): string {
  return new X509Certificate(cert).fingerprint256;
}

/** Whether the key is that of the certificate; false too when one of them is unreadable. */
export function belongTogether({ cert, key }: Certificate): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
