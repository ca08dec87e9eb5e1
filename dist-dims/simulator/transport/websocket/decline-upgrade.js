const OF_THE_UPGRADE = new Set(['upgrade', 'http2-settings', 'connection']);
/**
 * Node has already detached the socket from its HTTP parser. To have it parsed again, the request is put back in
 * front of the bytes that follow, without its upgrade headers, and the socket is given to the server once more.
 */
export function declineUpgrade(server, beginning, request, socket, head) {
    const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
    for (let at = 0; at < request.rawHeaders.length; at += 2) {
        const name = request.rawHeaders[at] ?? '';
        if (!OF_THE_UPGRADE.has(name.toLowerCase()))
            lines.push(`${name}: ${request.rawHeaders[at + 1]}`);
    }
    if (/\bclose\b/i.test(request.headers.connection ?? ''))
        lines.push('Connection: close');
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
    server.emit(beginning, socket);
}
