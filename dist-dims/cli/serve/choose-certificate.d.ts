import { type Certificate } from '../../simulator/transport/certificate.js';
import { type Result } from '../../document/complaint.js';
import type { Io } from '../io.js';
export interface TlsOptions {
    readonly tls?: boolean;
    readonly tlsCert?: string;
    readonly tlsKey?: string;
}
export interface ChosenCertificate extends Certificate {
    readonly fingerprint: string;
    /** Where the certificate lies, for clients to trust it by. */
    readonly path: string;
    /** Made just now, so that nobody trusts it yet. */
    readonly made: boolean;
}
/** Undefined when HTTPS was not asked for. */
export declare function chooseCertificate({ tls, tlsCert, tlsKey }: TlsOptions, io: Pick<Io, 'cwd' | 'secrets'>): Promise<Result<ChosenCertificate | undefined>>;
