// One request over REST and what came of it, recorded.
import { formatDuration } from '../../../kernel/duration.js';
import { issuedSecrets, shownSecretBody } from './issued-secrets.js';
import { readHttpReply } from './read-reply.js';
import { shownBody } from './recorder.js';
import { restRequest, secretOf } from './rest-call.js';
import { INTERRUPTED, withinPatience } from './within-patience.js';
export async function restExchange(driver, recorder, call, options) {
    const { clock, dialect, transport } = driver;
    const request = restRequest(dialect, call, driver.client(options.client));
    keepSecretsOf(driver, call, options.client);
    const headers = withToken(request.headers, options.token);
    // Asked before anything is recorded as sent.
    transport.admit({ kind: 'http', ...request, headers });
    await driver.ceiling.admit(options.signal);
    const exchange = driver.nextExchange();
    const sent = recordRequest(driver, recorder, { exchange, request, headers, options });
    const { result, over } = await withinPatience(clock, options, (signal) => transport.http({ ...request, headers }, { signal, cutAfterSending: options.cutAfterSending }));
    const { outcome, at } = conclude(driver, recorder, { exchange, call, result, over, options });
    return { id: exchange, channel: 'rest', call, sentAt: sent.at, answeredAt: at, outcome };
}
function keepSecretsOf({ secrets, client }, call, name) {
    // A secret with another case gives the right one away.
    if (call.name === 'createToken' && call.secretLike !== undefined)
        secrets.keepForAWhile(secretOf(client(name), call.secretLike), '<secret>', { wholeOnly: true });
    if (call.name === 'createToken' && call.clientSecret !== undefined)
        // Mostly a wrong one on purpose, with words in it that other names have, too.
        secrets.keepForAWhile(call.clientSecret, '<secret>', { wholeOnly: true });
    if (call.name === 'addDevice')
        secrets.keepForAWhile(call.addition.password, '<password>');
    if (call.name !== 'changePassword')
        return;
    secrets.keepForAWhile(call.change.currentPassword, '<password>');
    secrets.keepForAWhile(call.change.newPassword, '<new password>');
}
/** Headers written by hand win. */
function withToken(headers, token) {
    const byHand = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
    return token === undefined || byHand ? { ...headers } : { ...headers, authorization: `Bearer ${token}` };
}
function recordRequest({ secrets }, recorder, sending) {
    const { exchange, request, headers, options } = sending;
    return recorder.record({
        kind: 'request',
        exchange,
        channel: 'rest',
        client: options.client,
        ...request.facts,
        method: request.method,
        path: request.path,
        headers: shownHeaders(headers, secrets),
        ...(request.shown === undefined ? {} : { body: request.shown }),
    });
}
/** With aliases in the place of tokens. */
function shownHeaders(headers, secrets) {
    const shown = { ...headers };
    for (const name in shown)
        if (name.toLowerCase() === 'authorization')
            shown[name] = (shown[name] ?? '').replace(/^(\w+ )?(.*)$/s, (_, scheme = '', token) => `${scheme}${secrets.token(token)}`);
    return shown;
}
function conclude(driver, recorder, ending) {
    const { exchange, call, result, options } = ending;
    if (result.kind === 'broken') {
        const outcome = brokenOutcome(result, ending.over, options.patience);
        const { kind, reason, detail } = outcome;
        return { outcome, at: recorder.record({ kind, exchange, reason, detail }).at };
    }
    const read = readHttpReply(driver.dialect, call, result.reply);
    const at = recordReply(driver, recorder, ending, result.reply, read);
    return { outcome: { kind: 'reply', reply: read.reply }, at };
}
/** Giving up is ours: patience ran out, nobody waits any more, or the whole target is being closed. */
function brokenOutcome(broken, over, patience) {
    const { detail, cause } = broken;
    if (broken.reason !== 'aborted')
        return { kind: 'broken', reason: broken.reason, detail, ...(cause === undefined ? {} : { cause }) };
    if (over === 'late')
        return { kind: 'broken', reason: 'timeout', detail: `no reply within ${formatDuration(patience)}` };
    return { kind: 'broken', reason: 'cut', detail: over === 'interrupted' ? INTERRUPTED : detail };
}
function recordReply(driver, recorder, { exchange, call, options }, { status, headers, body, malformed }, read) {
    const { reply, parsed } = read;
    const whole = issuedSecrets(driver, call, options.client, read);
    const record = recorder.record({
        kind: 'reply',
        exchange,
        channel: 'rest',
        status,
        headers: 'set-cookie' in headers ? { ...headers, 'set-cookie': '<cookie>' } : headers,
        ...(reply.code === '' ? {} : { code: reply.code }),
        ...(reply.data === undefined ? {} : { data: reply.data }),
        body: shownSecretBody(call, shownBody(body, parsed), read),
        ...(reply.mismatches.length === 0 ? {} : { mismatches: reply.mismatches }),
        ...(malformed === undefined ? {} : { malformed }),
    }, whole);
    return record.at;
}
