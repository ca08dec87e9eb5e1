// Has a target to itself: nobody else on this machine runs against it, and what an earlier run has left is known.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '../../document/complaint.js';
import { createRestoreBook } from '../../harness/restore/book.js';
import { makeFolder } from './durable-file.js';
import { lockName, restoreFileName, restoreFolder } from './folder.js';
import { takeLock } from './lock.js';
import { createFileStore, readRestoreFile, removeUnfinished, restorePathsOf, } from './restore-files.js';
export async function holdTarget(options, io) {
    const { baseUrl, repeatArguments, clock } = options;
    const folder = restoreFolder(options.restoreDir, io);
    const why = await makeFolder(folder);
    if (why !== undefined)
        return refuse(`nothing is switched: ${why}`, WHERE);
    const command = ['conform', options.command, ...repeatArguments].join(' ');
    const locked = await takeLock({
        path: join(folder, lockName(baseUrl)),
        command,
        secrets: io.secrets,
        clock,
    });
    if (locked.kind === 'failed')
        return refuse(`nothing is switched: ${locked.why}`, WHERE);
    if (locked.kind === 'taken')
        return taken(baseUrl, locked.by, join(folder, lockName(baseUrl)));
    const { release } = locked;
    await removeUnfinished(folder, baseUrl);
    const profile = options.profile === undefined ? undefined : wholePath(options.profile);
    const path = join(folder, restoreFileName(baseUrl, profile ?? 'address'));
    const leftovers = await leftoversAt(path, await restorePathsOf(folder, baseUrl), options.restoreDir);
    if (!leftovers.ok) {
        await release();
        return leftovers;
    }
    const origin = {
        baseUrl,
        arguments: [...repeatArguments],
        folder: io.cwd,
        ...(profile === undefined ? {} : { profile }),
        command,
        since: new Date(clock.now()).toISOString(),
    };
    const book = createRestoreBook(createFileStore(path, io.secrets), origin);
    const restoreLine = restoreLineOf(repeatArguments, options.restoreDir);
    return { ok: true, value: { path, book, leftovers: leftovers.value, restoreLine, release } };
}
function restoreLineOf(repeatArguments, restoreDir) {
    const where = restoreDir === undefined ? [] : ['--restore-dir', restoreDir];
    return ['conform', 'restore', ...repeatArguments, ...where].join(' ');
}
const WHERE = '--restore-dir DIR keeps what has to be put back elsewhere.';
/** The one of the same profile; one of another profile is in the way, since its devices may be the same. */
async function leftoversAt(path, found, restoreDir) {
    const other = found.find((each) => each !== path);
    if (other !== undefined) {
        const read = await readRestoreFile(other);
        if (!read.ok)
            return read;
        const { target } = read.value.record;
        const line = restoreLineOf(target.arguments, restoreDir);
        return refuse(`${target.command}, begun at ${target.since}, has left something of this target switched: ${other}`, `Put it back first, in ${target.folder}: ${line}`);
    }
    return found.includes(path) ? readRestoreFile(path) : { ok: true, value: undefined };
}
function taken(baseUrl, by, path) {
    const who = by
        ? `process ${by.pid} on ${by.host} since ${by.since} (${by.command})`
        : `whoever made ${path}`;
    return refuse(`the target at ${baseUrl} is in use by ${who}`, `Two runs against one target would take each other's doings for its state. Wait until it has ended.`);
}
/** The same for all ways to write it. */
function wholePath(path) {
    try {
        return realpathSync(path);
    }
    catch {
        return path;
    }
}
