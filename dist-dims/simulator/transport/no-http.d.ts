import type { Server } from 'node:http';
import type { ServerParts } from './server-parts.js';
export declare function answerNoHttp(server: Server, parts: ServerParts): void;
