// Whether a device can reach the service: the link is up or down.

export interface Link {
  isUp(): boolean;
  /** How often the link was lost; when this changes during an operation, its answer cannot reach the service. */
  drops(): number;
  drop(): void;
  restore(): void;
}

export function createLink(onDropped: () => void, onRestored: () => void): Link {
  return new OneLink(onDropped, onRestored);
}

/** A class, as each device of a fleet has its own. */
class OneLink implements Link {
  private up = true;
  private dropped = 0;
  private readonly onDropped: () => void;
  private readonly onRestored: () => void;

  constructor(onDropped: () => void, onRestored: () => void) {
    this.onDropped = onDropped;
    this.onRestored = onRestored;
  }

  isUp(): boolean {
    return this.up;
  }

  drops(): number {
    return this.dropped;
  }

  drop(): void {
    if (!this.up) return;
    this.up = false;
    this.dropped++;
    this.onDropped();
  }

  restore(): void {
    if (this.up) return;
    this.up = true;
    this.onRestored();
  }
}
