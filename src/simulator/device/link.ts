// The connection between a device and the service: up or down.

export interface Link {
  isUp(): boolean;
  /** How often the connection was lost; an operation that saw this change has no way back for its answer. */
  drops(): number;
  drop(): void;
  restore(): void;
}

export function createLink(onDropped: () => void, onRestored: () => void): Link {
  let up = true;
  let drops = 0;
  return {
    isUp: () => up,
    drops: () => drops,
    drop: () => {
      if (!up) return;
      up = false;
      drops++;
      onDropped();
    },
    restore: () => {
      if (up) return;
      up = true;
      onRestored();
    },
  };
}
