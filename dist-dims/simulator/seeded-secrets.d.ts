/**
 * @param seed as it was asked for; that of a fleet file is no secret at all.
 * @param host undefined when there is no socket.
 */
export declare function hasSeededSecrets(seed: number | undefined, host: string | undefined): boolean;
