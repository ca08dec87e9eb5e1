// Puts a field under any name into an object of the wire.
import type { WireObject } from './codec.js';

/** A sensor may be called `__proto__`: a plain assignment would lose it. */
export function putAt(wire: WireObject, name: string, content: unknown): void {
  if (name !== '__proto__') wire[name] = content;
  else
    Object.defineProperty(wire, name, {
      value: content,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}
