import type { Installation } from './installation.js';
export interface ControlPlane {
    readonly url: string;
    /** Whoever has it may do everything; it is made anew at each start. */
    readonly token: string;
    close(): Promise<void>;
}
/** @param port 0 takes a free one. Rejects with the system's error when it cannot be had. */
export declare function openControlPlane(installation: Installation, port: number): Promise<ControlPlane>;
