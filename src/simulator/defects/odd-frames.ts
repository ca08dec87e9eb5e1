// Defects in how a frame is read: as something that it only resembles.
import { editFrames, isReply } from '../wire/edit-messages.js';
import type { Decoration } from '../decoration.js';
import type { Defect } from './defect.js';
import { withSent } from './wrap/texts.js';

const HEARTBEAT = 'session.ping';

export const ODD_FRAME_DEFECTS: readonly Defect[] = [
  // Message rules: a request and its reply have the same requestId, whatever characters it has.
  {
    id: 'request-id-as-spelled',
    rule: 'ws.correlation',
    summary: 'A reply carries the requestId with the escapes of its JSON in it.',
    decorate: () =>
      editFrames((frame) => {
        const { requestId } = frame;
        if (!isReply(frame) || typeof requestId !== 'string') return undefined;
        const spelled = JSON.stringify(requestId).slice(1, -1);
        return spelled === requestId ? undefined : { ...frame, requestId: spelled };
      }),
  },
  // Message rules: a request and its reply have the same requestId, and not the first text that looks like one.
  {
    id: 'request-id-of-another-field',
    rule: 'ws.correlation',
    summary: 'A heartbeat whose data has a text is answered with that text as the requestId.',
    decorate: () =>
      withText((text) => text.replace(/"echo":("[^"]*")(.*)"requestId":"[^"]*"/, '$2"requestId":$1')),
  },
  // Message rules: only what is a request of a topic is served as one.
  {
    id: 'like-a-heartbeat',
    rule: 'ws.bad-frame-survives',
    summary: 'A frame whose topic is as long as that of a heartbeat, and begins alike, is taken for one.',
    decorate: () => withText((text) => text.replace(/"session\.\w{4}"/, `"${HEARTBEAT}"`)),
  },
  // Request topics: session.ping is answered each time, whatever was sent before.
  {
    id: 'mute-after-126-bytes',
    rule: 'ws.ping',
    summary: 'After a frame of 126 bytes, whose length is written wrongly, a client reads no further one.',
    decorate: () =>
      withSent(() => {
        let isMute = false;
        return (text, pass) => {
          isMute ||= new TextEncoder().encode(text).length === 126;
          if (!isMute) pass();
        };
      }),
  },
];

/** @param read what the service takes a text for. */
function withText(read: (text: string) => string): Pick<Decoration, 'session'> {
  return {
    session: (next) => (caller, socket) => {
      const session = next(caller, socket);
      return { ...session, receive: (text) => session.receive(read(text)) };
    },
  };
}
