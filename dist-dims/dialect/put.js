/** A sensor may be called `__proto__`: a plain assignment would lose it. */
export function put(wire, name, content) {
    if (name !== '__proto__')
        wire[name] = content;
    else
        Object.defineProperty(wire, name, {
            value: content,
            enumerable: true,
            configurable: true,
            writable: true,
        });
}
