/** What `answer` throws ends the thread, and the main thread hears of it. */
export declare function answerQuestions(answer: (question: unknown) => Promise<unknown>): void;
