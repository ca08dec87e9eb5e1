/** Characters that an operation counts for at least, with what is kept beside its parameters. */
const LEAST = 100;
const PER_RELAY = 30;
/** In characters. */
export function sizeOfOperation({ name, params }) {
    switch (name) {
        case 'device.rs485.transceive':
            return LEAST + params.data.length;
        case 'device.relay.set':
            return LEAST + PER_RELAY * params.relays.length;
        default:
            return LEAST;
    }
}
