export function callerFrom(client, origin) {
    const { clientId, scopes, sees, allow } = client;
    return { clientId, scopes, sees, allow, origin };
}
