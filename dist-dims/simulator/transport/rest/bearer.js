// The access token in the header of a request.
const BEARER = /^Bearer +(\S+) *$/i;
export function bearerOf(authorization) {
    return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
}
