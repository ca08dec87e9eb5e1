// What the judge and a process that lives in virtual time say to each other: one JSON text a line, over a local socket.
// What time it is stands in a file. What the processes do is in fixtures/preload.

/** One end of a connection, as the process sees it. */
export interface ReportedSocket {
  /** Both ports of it, its own first: another connection may have one of them, too. */
  readonly ports: string;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** Somebody waits for what comes on it. */
  readonly waits: boolean;
  /** It writes no more. */
  readonly ended: boolean;
}

/** To the judge: nothing is left to do before the next timer, all that is due has been done. */
export interface Report {
  /** Of the question that it answers, `{turn}`: do what is due, and report when nothing is left to do. */
  readonly turn: number;
  /** Clock time in ms of its next timer; null: there is none. */
  readonly next: number | null;
  readonly sockets: readonly ReportedSocket[];
  /** Bytes that it has read from its input; null where it does not read it. */
  readonly input: number | null;
}

/** Variables of a process that lives in virtual time. */
export const VARIABLES = {
  /** The path of the local socket. */
  socket: 'CONFORM_TIME_SOCKET',
  /** The path of the file with the time and with that of the beginning: doubles in little-endian order, in ms. */
  clock: 'CONFORM_TIME_CLOCK',
  /** Tells the processes of one start from others. */
  start: 'CONFORM_TIME_START',
} as const;
