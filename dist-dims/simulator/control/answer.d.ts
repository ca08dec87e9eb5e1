import type { IncomingMessage } from 'node:http';
import { type ControlContext, type ControlReply } from './route.js';
export type AnswerControl = (request: IncomingMessage) => Promise<ControlReply>;
/** The answer never rejects: what fails is told to `onBug`, and answered with 500. */
export declare function createAnswer(token: string, context: ControlContext, onBug: (error: unknown) => void): AnswerControl;
