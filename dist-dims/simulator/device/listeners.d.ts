export interface Listeners<T> {
    readonly size: number;
    add(listener: (event: T) => void): () => void;
    emit(event: T): void;
    clear(): void;
}
/** @param onFirst called when somebody begins to listen, @param onLast when nobody does any more. */
export declare function createListeners<T>(onFirst: () => void, onLast: () => void): Listeners<T>;
