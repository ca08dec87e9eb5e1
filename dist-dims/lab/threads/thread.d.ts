import type { Clock } from '../../kernel/clock.js';
export type Answered<A> = {
    readonly kind: 'answer';
    readonly answer: A;
} | {
    readonly kind: 'lost';
    readonly why: string;
};
export interface Thread<Q, A> {
    /** One question at a time. */
    ask(question: Q): Promise<Answered<A>>;
    close(): Promise<void>;
}
export interface ThreadOptions {
    /** The module that runs in it, and calls `answerQuestions`. */
    readonly module: URL;
    /** What it is given at its beginning; plain data, as all that goes from thread to thread. */
    readonly data: unknown;
    /** Ms of the clock after which no answer is expected any more. */
    readonly patience: number;
    /** The machine's. */
    readonly clock: Clock;
    /** Stops the thread at once. */
    readonly signal: AbortSignal;
}
/** The thread begins with the first question. */
export declare function createThread<Q, A>(options: ThreadOptions): Thread<Q, A>;
