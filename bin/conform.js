#!/usr/bin/env node
// The executable: everything it does is in src/cli.
import module from 'node:module';

// Node 22.8 and later keep what they have compiled, and start the sooner.
module.enableCompileCache?.();
await import('../dist/cli/main.js');
