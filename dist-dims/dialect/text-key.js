// Keys of objects that say something: the index of a relay, the name of a sensor, an action.
import { getterOf, setterOf } from './access-path.js';
import { readText } from './compile-text.js';
import { noteOrigin } from './decode-run.js';
import { textOf } from './scalar-of.js';
import { resolve } from './scope.js';
/** What is wrong with it is reported. A key reads only what it would itself write. */
export function readKey(key, scope, compiler) {
    const { texts = ['', ''], placeholders = [] } = key.kind === 'template' ? key : {};
    const placeholder = key.kind === 'value' ? key.placeholder : placeholders[0];
    if (key.kind === 'template' && placeholders.length > 1) {
        const text = readText(key, scope, compiler);
        return text && strict(text);
    }
    const field = placeholder && resolve(scope, placeholder, compiler.report);
    if (!field)
        return undefined;
    if (placeholder.optional)
        compiler.report(key.at, 'a key is never absent', 'Leave the ? out.');
    const codec = textOf(field, placeholder, compiler, texts);
    return codec && single(codec, field.path, compiler.placeOf(key.at));
}
function single(codec, path, declaredAt) {
    const get = getterOf(path);
    const set = setterOf(path);
    return {
        declaredAt,
        expected: codec.expected,
        schema: codec.describe(),
        encode: (value) => {
            const content = get(value);
            return content === undefined ? undefined : String(codec.encode(content));
        },
        decode: (wire, into, run) => {
            const content = codec.decode(wire);
            if (run.origins)
                noteOrigin(run, path, wire, declaredAt);
            // A key that would be written otherwise, such as 1.0 for 1, could stand beside its twin.
            if (content === undefined || codec.encode(content) !== wire)
                return false;
            set(into, content);
            return true;
        },
    };
}
function strict(text) {
    return {
        ...text,
        decode: (wire, into, run) => {
            const read = {};
            return text.decode(wire, read, run) && text.encode(read) === wire && text.decode(wire, into, run);
        },
    };
}
