export type ReadTarget = {
    readonly ok: true;
    readonly path: string;
    readonly search: string;
} | {
    readonly ok: false;
    readonly message: string;
};
export declare function readTarget(target: string): ReadTarget;
