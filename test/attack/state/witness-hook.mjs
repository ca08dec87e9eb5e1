// Loaded into the service before it starts (`node --import`): what it writes to WITNESS_FILE is written at once and at
// its end, so that a SIGKILL takes nothing back of what devices have done.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Writable } from 'node:stream';

const { createWriteStream } = fs;

fs.createWriteStream = (path, ...options) => {
  if (path !== process.env['WITNESS_FILE']) return createWriteStream(path, ...options);
  const file = fs.openSync(path, 'a');
  const stream = new Writable({ decodeStrings: false, write: () => undefined });
  stream.write = (line) => {
    // Only what devices have done: the rest of the journal would slow the service down.
    if (line.includes('"act":"operation"')) fs.writeSync(file, line);
    return true;
  };
  stream.end = () => process.nextTick(() => stream.emit('close'));
  process.nextTick(() => stream.emit('open', file));
  return stream;
};
syncBuiltinESMExports();
