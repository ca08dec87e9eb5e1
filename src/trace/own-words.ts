// The members of a trace record whose values are words of our own: where a secret happens to be one of them, it gives
// nothing away.

export const OWN_WORDS: readonly string[] = [
  'kind',
  'channel',
  'client',
  'connection',
  'what',
  'method',
  'state',
  'reason',
  'by',
];
