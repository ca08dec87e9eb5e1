// What the interface leaves free around the rules of each group: no check counts it against a server.

/** By the group of a rule: `refresh` of `refresh.min-interval`. */
export const FREE: Readonly<Record<string, string>> = {
  envelope:
    'fields beyond code, message, data and requestId, and the words of a message that comes with a refusal',
  auth: 'how long a token lives, what it looks like, and how many of a client are valid at once',
  scope: 'the words of a refusal, and in which order a request is checked',
  devices: 'the names and the order of fields, which the dialect gives, and whether a list comes in pages',
  refresh: 'how a wait is rounded to seconds, and further quotas, which may refuse a refresh as well',
  busy: 'how long an operation takes, and which of two that begin at once is carried out',
  idempotency:
    'how long a key is kept beyond the time in which a client repeats, and whether a key is required',
  commands: 'whether a command ends within its request, and statuses beside TIMEOUT, which the dialect gives',
  relay: 'how long a command takes, and what a relay does when its device loses power',
  rs485: 'the usual timeout, the time until a response, and how bytes are written, which the dialect gives',
  ws: 'how long a ticket lives, how many connections a client may have, and the codes of a close',
  events: 'how long an event takes, whether it comes twice, and whether several changes share one event',
  limits: 'the quotas themselves and their windows',
  version: 'everything outside of the path prefix',
  client: 'how the client is built, how often it looks, and all that a user of it decides',
};
