// `--tls`, `--tls-cert` and `--tls-key`: the certificate with which the simulator serves HTTPS.
import type { OptionsOf } from '../option-rows.js';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  belongTogether,
  type Certificate,
  certificateFingerprint,
  makeCertificate,
} from '../../simulator/transport/certificate.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { safeText } from '../../output/writer.js';
import { readText, shownPath, writeText } from '../files.js';
import type { Io } from '../io.js';

export interface ChosenCertificate extends Certificate {
  readonly fingerprint: string;
  /** Where the certificate lies, for clients to trust it by. */
  readonly path: string;
  /** Made just now, so that nobody trusts it yet. */
  readonly made: boolean;
}

/** Undefined when HTTPS was not asked for. */
export async function chooseCertificate(
  { tls, tlsCert, tlsKey }: Partial<OptionsOf<'serve'>>,
  io: Pick<Io, 'cwd' | 'secrets'>,
): Promise<Result<ChosenCertificate | undefined>> {
  if (tlsCert !== undefined && tlsKey !== undefined) return readCertificate(tlsCert, tlsKey, io.cwd);
  if (tlsCert !== undefined || tlsKey !== undefined) {
    return refuseInput(
      '--tls-cert and --tls-key go together',
      'Use --tls for a certificate made on the spot.',
    );
  }
  return tls ? newCertificate(io) : { ok: true, value: undefined };
}

function readCertificate(certFile: string, keyFile: string, cwd: string): Result<ChosenCertificate> {
  const path = resolve(cwd, certFile);
  const [cert, key] = [readText(path), readText(resolve(cwd, keyFile))];
  if (!cert.ok) return refuseInput(cert.message);
  if (!key.ok) return refuseInput(key.message);
  const pair = { cert: cert.value, key: key.value };
  if (!belongTogether(pair)) {
    return refuseInput(`${certFile} and ${keyFile} are no certificate and its key`, 'Both are PEM files.');
  }
  return {
    ok: true,
    value: {
      ...pair,
      fingerprint: certificateFingerprint(pair.cert),
      path: shownPath(path, cwd),
      made: false,
    },
  };
}

/** Only the certificate is written down; its key stays in this process. */
async function newCertificate({ secrets }: Pick<Io, 'secrets'>): Promise<Result<ChosenCertificate>> {
  const made = await makeCertificate();
  const path = join(tmpdir(), `conform-${made.fingerprint.replaceAll(':', '').slice(0, 12)}.pem`);
  const diagnostic = await writeText(path, safeText(made.cert, 'text', secrets));
  return diagnostic === undefined
    ? { ok: true, value: { ...made, path, made: true } }
    : refuseInput(diagnostic);
}
