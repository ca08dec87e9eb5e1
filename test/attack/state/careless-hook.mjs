// Loaded into the service before it starts (`node --import`): puts a store that is not durable in the place of lmdb.
import { register } from 'node:module';

register(new URL('careless-resolve.mjs', import.meta.url));
