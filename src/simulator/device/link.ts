// Whether a device can reach the service: the link is up or down.

export interface Link {
  isUp(): boolean;
  /** How often the link was lost; when this changes during an operation, its answer cannot reach the service. */
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
