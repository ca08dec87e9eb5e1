// What is handed to the socket for the text of a frame: an event goes to many connections one after the other, so
// it is converted to bytes once. A reply goes to one connection, and its text is handed over as it is.
/** Keeps the last text only, because an event is sent to all connections before anything else is sent. */
export function createFrameBytes() {
    let lastText;
    let lastBytes;
    return (text) => {
        if (text === lastText)
            return (lastBytes ??= Buffer.from(text));
        lastText = text;
        lastBytes = undefined;
        return text;
    };
}
