// The path functions of this system, as an argument for what is to be tried with those of the other one, too.
import { type PlatformPath, posix, sep, win32 } from 'node:path';

export const SYSTEM: PlatformPath = sep === win32.sep ? win32 : posix;
