import { type StartOptions } from '../simulator/start-simulator.js';
import type { ControlPlane } from '../simulator/control/server.js';
import type { Certificate } from '../simulator/transport/certificate.js';
import { type Result } from '../document/complaint.js';
export interface PortOptions extends Omit<StartOptions, 'listen'> {
    readonly host: string;
    /** 0 takes a free one. */
    readonly port: number;
    /** For HTTPS. */
    readonly tls?: Certificate;
}
export interface OpenPort {
    readonly url: string;
    readonly control: ControlPlane | undefined;
    /** Records a failure of the simulator itself. */
    onBug(error: unknown): void;
    /** Closes sockets in good order, and frees the port. */
    close(): Promise<void>;
}
export declare function openPort({ host, port, tls, ...options }: PortOptions): Promise<Result<OpenPort>>;
