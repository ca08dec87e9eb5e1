// How checks and programs ask for devices: what would do, what else they use, and how long they need it all, about.

/** Devices of the profile, by the names under which they were asked for. */
export type Lease = Readonly<Record<string, string>>;

/** Times in ms from the start. */
export interface RefreshSpan {
  readonly first: number;
  readonly last: number;
  /** Requests before the first one that keep a device at work. */
  readonly worksBefore: number;
}

/** What is known before of whoever asks. A wrong estimate costs time, and nothing else. */
export interface Estimated {
  /** From its first step to the end of its clean-up, in ms. */
  readonly span: number;
  /** By the name of the device: when the first and the last refresh of it must be accepted. */
  readonly refreshes: Readonly<Record<string, RefreshSpan>>;
  /** Devices whose relays it switches. */
  readonly switches: ReadonlySet<string>;
  /** Requests that keep a device at work. */
  readonly works: number;
  /** How often it takes a device its network or its power, or gives them back. */
  readonly outages?: number;
  /** It cuts a request off, which may change its device a while after the end. */
  readonly cuts?: boolean;
}

export interface UsesClients {
  /** API clients of the profile that it uses; default: none. */
  readonly clients?: readonly string[];
  /** Nobody else may use one of these at the same time. */
  readonly apart?: boolean;
}

export interface LeaseRequest extends UsesClients {
  /** Devices that would do, by the name under which they are asked for; looked at anew each time. */
  readonly devices: Readonly<Record<string, readonly string[]>>;
  /** Nothing else may be at work at the same time. */
  readonly exclusive: boolean;
  /** It can do with a device that somebody lends, as it leaves it when it ends. Default: it cannot. */
  readonly borrows?: boolean;
  /** It comes before what waits as much as it does for the same reasons. Default: the longer one comes first. */
  readonly early?: boolean;
  readonly waits: Estimated;
}

export interface Held {
  readonly lease: Lease;
  /** To be called once, when all is done. */
  giveBack(): void;
}

export interface Lessor {
  /** Undefined when there will never be devices for it, or none are given any more. */
  lease(request: LeaseRequest): Promise<Held | undefined>;
}
