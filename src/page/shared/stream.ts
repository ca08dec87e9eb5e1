// Follows a stream of server-sent events for as long as the page is open: when it breaks or falls silent, that is
// said, and the stream is opened again.
import type { BrowserClock } from './machine.js';

export type LinkState = 'connecting' | 'open' | 'lost' | 'denied' | 'ended';

interface StreamParts {
  readonly machine: BrowserClock;
  open(signal: AbortSignal): Promise<Response>;
  onEvent(event: string, data: unknown): void;
  onState(state: LinkState): void;
  /** Whether the end of the stream is the end of what it is about. */
  isOver?(): boolean;
}

/** The other side sends something every second; this long a silence is a broken line. In ms. */
const SILENCE = 4000;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

export function followStream(parts: StreamParts): { stop(): void } {
  const { machine, onState } = parts;
  let wait = FIRST_WAIT;
  let stopped = false;
  let cancel = (): void => undefined;
  let abort = new AbortController();

  const again = (): void => {
    if (stopped) return;
    if (parts.isOver?.()) return onState('ended');
    onState('lost');
    cancel = machine.after(wait, begin);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
  const begin = (): void => {
    abort = new AbortController();
    readOnce(parts, abort, () => (wait = FIRST_WAIT)).then(
      (outcome) => (outcome === 'denied' ? onState('denied') : again()),
      again,
    );
  };
  onState('connecting');
  begin();
  return {
    stop: () => {
      stopped = true;
      cancel();
      abort.abort();
    },
  };
}

async function readOnce(
  { machine, open, onEvent, onState }: StreamParts,
  abort: AbortController,
  onOpen: () => void,
): Promise<'denied' | 'ended'> {
  const patience = (): (() => void) => machine.after(SILENCE, () => abort.abort());
  let relax = patience();
  try {
    const response = await open(abort.signal);
    if (response.status === 401 || response.status === 403) return 'denied';
    if (!response.ok || !response.body) return 'ended';
    onOpen();
    onState('open');
    const read = createSseReader();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      relax();
      if (done) return 'ended';
      relax = patience();
      for (const { event, data } of read(decoder.decode(value, { stream: true })))
        onEvent(event, JSON.parse(data));
    }
  } finally {
    relax();
  }
}

// Server-sent events out of the bytes of a stream.

interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Takes texts as they come, cut anywhere; gives the events that are complete. */
export function createSseReader(): (text: string) => ServerSentEvent[] {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    // A comment keeps the line alive, and says nothing.
    return blocks.map(eventIn).filter(({ data }) => data !== '');
  };
}

function eventIn(block: string): ServerSentEvent {
  const field = (name: string): string =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n');
  return { event: field('event'), data: field('data') };
}

// The token: it comes in the fragment of the link, goes into the storage of this tab, and leaves the address bar.

const KEY = 'conform-control-token';

const GIVEN = /^#token=([^&]+)/;

/** Whether the address carries one. */
export function hasToken(): boolean {
  return GIVEN.test(location.hash);
}

/** Undefined when nobody has given this tab a token. */
export function takeToken(): string | undefined {
  const given = GIVEN.exec(location.hash)?.[1];
  if (given === undefined) return sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.setItem(KEY, decodeURIComponent(given));
  history.replaceState(null, '', location.pathname);
  return decodeURIComponent(given);
}
