import type { Duplex } from 'node:stream';
import type { Clock } from '../../kernel/clock.js';
import type { RestReply } from './rest/message.js';
export declare function endWithReply(socket: Duplex, reply: RestReply, machine: Clock): void;
