// Finds the responses in a stream of HTTP/1.1 bytes, doing no more than that: the status, and where they end.

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/** Takes the chunks of one connection as they come; calls back once for each whole response. */
export function createResponseReader(onResponse: (status: number) => void): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  return (chunk) => {
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    for (let end = endOf(bytes); end !== undefined; end = endOf(bytes)) {
      const status = statusOf(bytes);
      bytes = bytes.subarray(end);
      onResponse(status);
    }
    rest = bytes.length === 0 ? undefined : bytes;
  };
}

/** `HTTP/1.1 200`: the status stands at 9 to 11. */
function statusOf(bytes: Buffer): number {
  return Number(bytes.toString('latin1', 9, 12));
}

/** Where the first response ends; undefined while it is not whole. */
function endOf(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const bodyAt = headEnd + HEAD_END.length;
  const length = /^content-length: *(\d+)/im.exec(bytes.toString('latin1', 0, headEnd))?.[1];
  if (length !== undefined) {
    const end = bodyAt + Number(length);
    return end <= bytes.length ? end : undefined;
  }
  const last = bytes.indexOf(LAST_CHUNK, headEnd);
  return last < 0 ? undefined : last + LAST_CHUNK.length;
}
