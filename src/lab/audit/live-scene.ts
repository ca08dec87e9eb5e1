// Where a day is lived: a service with ports for the processes of a client. A simulator, or a proxy before a real one.
import type { TraceRecord } from '../../trace/record.js';
import type { Scene } from '../days/play-day.js';

export interface LiveScene extends Scene {
  readonly url: string | undefined;
  /** Another port, for a process that is to be told apart. */
  openPort(options: { readonly instance: string }): Promise<string>;
  readonly sockets: { readonly total: number };
  /** Why the service behind it has not answered once; undefined where it has, or is this program's own. */
  unanswered?(): string | undefined;
  close(): Promise<void>;
}

export type OpenScene = (
  see: (record: TraceRecord) => void,
  onBug: (error: unknown) => void,
) => Promise<LiveScene>;
