// Each API client of the profile gets a token, and holds the scopes that the profile says.
import { SUCCESS } from '../../../contract/error-codes.js';
import { grants, SCOPES } from '../../../contract/scopes.js';
import { isObject } from '../../../kernel/json.js';
import { wordsOf } from '../patiently.js';
import { ask } from './context.js';
import { unreachable } from './reach.js';
/** Names of the clients that have a token; or that the target cannot be reached. */
export async function checkClients(context) {
    const { profile, problems } = context;
    const usable = [];
    // One after the other: the first one alone shows whether the target can be reached.
    for (const [name, client] of Object.entries(profile.clients)) {
        const tried = await ask(context, name, { name: 'createToken' });
        const { outcome } = tried;
        // What the run itself broke off says nothing about the target.
        if (outcome.kind === 'broken' && context.life.signal.aborted && !context.life.silent)
            break;
        const nobody = unreachable(context.life.silent ?? outcome, profile.baseUrl);
        if (nobody)
            return nobody;
        if (outcome.kind === 'broken')
            continue;
        const { reply } = outcome;
        // Whatever else is wrong with the reply is for the checks of the run to judge.
        if (reply.code === SUCCESS && isObject(reply.data) && typeof reply.data['accessToken'] === 'string') {
            usable.push(name);
            checkScopes(context, name, client, reply.data['scopes']);
        }
        else
            problems.push(tokenProblem(name, client, reply.code, wordsOf(tried)));
    }
    return usable;
}
function tokenProblem(name, { clientId, clientSecretEnv }, code, came) {
    if (code === 'AUTH_INVALID') {
        const from = clientSecretEnv === undefined ? 'its secret' : `the secret in ${clientSecretEnv}`;
        return {
            about: 'client',
            message: `API client ${name} is refused: ${came}`,
            hint: `Check the clientId "${clientId}" and ${from}.`,
        };
    }
    if (code === SUCCESS || code === '') {
        return {
            about: 'interface',
            message: `the token request of API client ${name} is not answered in the way of this interface: ${came}`,
            hint: 'Check that baseUrl is the address of this service, and not of something in front of it.',
        };
    }
    return {
        about: 'client',
        message: `API client ${name} gets no token: ${came}`,
        hint: code === 'APP_DISABLED' ? 'Have the client enabled.' : 'Without a token nothing of it can be checked.',
    };
}
function checkScopes({ problems }, name, client, granted) {
    if (!Array.isArray(granted))
        return;
    const given = SCOPES.filter((scope) => granted.includes(scope));
    // Every scope includes reading, so device:read beside another one changes nothing.
    const missing = client.scopes.filter((scope) => !grants(given, scope));
    const extra = given.filter((scope) => !grants(client.scopes, scope));
    if (missing.length === 0 && extra.length === 0)
        return;
    const parts = [
        ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
        ...(extra.length > 0 ? [`also holds ${extra.join(', ')}`] : []),
    ];
    problems.push({
        about: 'scopes',
        message: `API client ${name} ${parts.join(' and ')}: the profile and the target disagree`,
        hint: `Write clients.${name}.scopes: [${given.join(', ')}], or change what the client is granted.`,
    });
}
