import type { Installation } from './installation.js';
export interface Metrics {
    readonly read: () => Promise<{
        readonly contentType: string;
        readonly text: string;
    }>;
    stop(): void;
}
export declare function createMetrics(installation: Installation): Metrics;
