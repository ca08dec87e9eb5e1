export interface GivenUp {
    readonly already: boolean;
    readonly came: Promise<'given up'>;
    readonly dispose: () => void;
}
export declare function createGivenUp(signals: readonly (AbortSignal | undefined)[]): GivenUp;
