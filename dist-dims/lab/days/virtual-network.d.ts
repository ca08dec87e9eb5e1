import type { Clock } from '../../kernel/clock.js';
import type { Simulator } from '../../simulator/simulator.js';
export interface VirtualRequest {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
}
export interface VirtualResponse {
    readonly status: number;
    readonly retryAfter?: string | undefined;
    readonly body: string;
}
export interface VirtualSocket {
    send(text: string): void;
    close(): void;
    cut(): void;
}
export interface VirtualHandlers {
    onMessage(text: string): void;
    onClose(): void;
}
/** What one process of a client has of the network. The shape is that of the ports of the example client. */
export interface VirtualPorts {
    readonly http: {
        send(request: VirtualRequest, signal: AbortSignal): Promise<VirtualResponse>;
        close(): Promise<void>;
    };
    readonly sockets: {
        open(url: string, handlers: VirtualHandlers, signal: AbortSignal, headers?: Readonly<Record<string, string>>): Promise<VirtualSocket | VirtualResponse>;
    };
}
export interface VirtualNetwork {
    ports(instance: string): VirtualPorts;
}
export declare function createVirtualNetwork(current: () => Simulator, clock: Clock): VirtualNetwork;
