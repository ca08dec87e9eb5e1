export interface Link {
    isUp(): boolean;
    /** How often the link was lost; when this changes during an operation, its answer cannot reach the service. */
    drops(): number;
    drop(): void;
    restore(): void;
}
export declare function createLink(onDropped: () => void, onRestored: () => void): Link;
