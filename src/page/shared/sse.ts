// Server-sent events out of the bytes of a stream.

export interface ServerSentEvent {
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
