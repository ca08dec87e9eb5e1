// Tells everyone who listens, in order: an event that a listener causes comes after the one it heard.

export interface Listeners<T> {
  readonly size: number;
  add(listener: (event: T) => void): () => void;
  emit(event: T): void;
  clear(): void;
}

/** @param onFirst called when somebody begins to listen, @param onLast when nobody does any more. */
export function createListeners<T>(onFirst: () => void, onLast: () => void): Listeners<T> {
  return new AllListeners(onFirst, onLast);
}

interface Listener<T> {
  readonly hear: (event: T) => void;
}

/** A class, as each device of a fleet has its own. */
class AllListeners<T> implements Listeners<T> {
  /** Never changed, but replaced: those who are being told stay the same. */
  private listeners: readonly Listener<T>[] = [];
  /** Undefined while nobody is being told. */
  private queue: T[] | undefined = undefined;
  private readonly onFirst: () => void;
  private readonly onLast: () => void;

  constructor(onFirst: () => void, onLast: () => void) {
    this.onFirst = onFirst;
    this.onLast = onLast;
  }

  get size(): number {
    return this.listeners.length;
  }

  add(hear: (event: T) => void): () => void {
    const entry = { hear };
    this.listeners = [...this.listeners, entry];
    if (this.listeners.length === 1) this.onFirst();
    return () => this.remove(entry);
  }

  emit(event: T): void {
    if (this.listeners.length === 0) return;
    if (this.queue) {
      this.queue.push(event);
      return;
    }
    this.queue = [event];
    try {
      this.tell(this.queue);
    } finally {
      this.queue = undefined;
    }
  }

  clear(): void {
    for (const entry of this.listeners) this.remove(entry);
  }

  private remove(entry: Listener<T>): void {
    const left = this.listeners.filter((each) => each !== entry);
    if (left.length === this.listeners.length) return;
    this.listeners = left;
    if (left.length === 0) this.onLast();
  }

  private tell(queue: T[]): void {
    for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
      for (const { hear } of this.listeners) hear(event);
    }
  }
}
