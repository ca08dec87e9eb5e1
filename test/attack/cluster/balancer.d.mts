import type { Server } from 'node:http';

export declare function createBalancer(targets: readonly string[]): Server;
