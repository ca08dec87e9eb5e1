import type { WebSocket } from 'ws';
import type { ApiClient } from '../../service/access.js';
import type { Upgrade } from '../../service/origin.js';
import type { ServerParts } from '../server-parts.js';
import type { FrameBytes } from './frame-bytes.js';
export declare function tie(parts: Pick<ServerParts, 'openSession' | 'settings' | 'machine' | 'onBug'>, bytesOf: FrameBytes, client: ApiClient, webSocket: WebSocket, upgrade?: Upgrade): void;
