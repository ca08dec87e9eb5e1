import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseCertificate } from '../../../src/cli/serve/outputs.js';
import { createSecrets } from '../../../src/output/secrets.js';
import { certificateFingerprint, makeCertificate } from '../../../src/simulator/transport/certificate.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-test-'));
const io = { cwd: folder, secrets: createSecrets() };
const made = makeCertificate();
beforeAll(async () => {
  const { cert, key } = await made;
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  writeFileSync(join(folder, 'other.pem'), (await makeCertificate()).key);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the certificate of the simulator', () => {
  it('is none unless HTTPS is asked for', async () => {
    expect(await chooseCertificate({}, io)).toEqual({ ok: true, value: undefined });
  });

  it('is made with --tls, and lies in a file without its key', async () => {
    const chosen = await chooseCertificate({ tls: true }, io);
    if (!chosen.ok || !chosen.value) throw new Error('no certificate');
    const { path, fingerprint, cert } = chosen.value;
    const written = readFileSync(path, 'utf8');
    rmSync(path);
    expect(written).toBe(cert);
    expect(certificateFingerprint(written)).toBe(fingerprint);
    expect(written).not.toContain('PRIVATE KEY');
  });

  it('is read from --tls-cert and --tls-key', async () => {
    const chosen = await chooseCertificate({ tlsCert: 'cert.pem', tlsKey: 'key.pem' }, io);
    const { cert, key, fingerprint } = await made;
    expect(chosen).toEqual({ ok: true, value: { cert, key, fingerprint, path: 'cert.pem', made: false } });
  });

  it.each([
    [{ tlsCert: 'cert.pem' }, '--tls-cert and --tls-key go together'],
    [{ tlsKey: 'key.pem', tls: true }, '--tls-cert and --tls-key go together'],
    [{ tlsCert: 'cert.pem', tlsKey: 'other.pem' }, 'cert.pem and other.pem are no certificate and its key'],
    [{ tlsCert: 'key.pem', tlsKey: 'key.pem' }, 'key.pem and key.pem are no certificate and its key'],
    [{ tlsCert: 'none.pem', tlsKey: 'key.pem' }, expect.stringContaining('there is no such file') as string],
    [{ tlsCert: 'cert.pem', tlsKey: 'none.pem' }, expect.stringContaining('there is no such file') as string],
  ])('is refused with words for %o', async (options, message) => {
    const diagnostic = expect.objectContaining({ message }) as unknown;
    expect(await chooseCertificate(options, io)).toEqual({ ok: false, diagnostics: [diagnostic] });
  });
});
