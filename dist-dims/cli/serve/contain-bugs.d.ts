/** Calls `onBug` with each until it is disposed of; nothing else hears of them meanwhile. */
export declare function containBugs(onBug: (error: unknown) => void): {
    dispose(): void;
};
