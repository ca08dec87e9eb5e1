/** What an act needs to be told beside the device or the client. */
export type Parameter = 'index' | 'key' | 'active' | 'value' | 'data';
export interface StimulusFacts {
    readonly summary: string;
    readonly on: 'device' | 'client';
    readonly takes: readonly Parameter[];
    /** It leaves something behind until this is done; its own name: until it is done with the value of before. */
    readonly undoneBy?: StimulusName;
    /** A driver for it, as a profile would have it. */
    readonly example: string;
}
declare const FACTS: {
    readonly 'set-input': {
        readonly summary: 'sets a digital input';
        readonly on: 'device';
        readonly takes: readonly ['index', 'active'];
        readonly undoneBy: 'set-input';
        readonly example: 'set-input: { wiring: [{ device: …, input: 1, relay: 2 }] }';
    };
    readonly 'set-analog': {
        readonly summary: 'sets the value of an analog input';
        readonly on: 'device';
        readonly takes: readonly ['index', 'value'];
        readonly undoneBy: 'set-analog';
        readonly example: "set-analog: { command: [./set-analog, '{deviceId}', '{index}', '{value}'] }";
    };
    readonly 'set-sensor': {
        readonly summary: 'sets the value of a sensor';
        readonly on: 'device';
        readonly takes: readonly ['key', 'value'];
        readonly undoneBy: 'set-sensor';
        readonly example: "set-sensor: { command: [./set-sensor, '{deviceId}', '{key}', '{value}'] }";
    };
    readonly 'cut-power': {
        readonly on: 'device';
        readonly takes: readonly [];
        readonly summary: 'cuts the power of a device';
        readonly undoneBy: 'restore-power';
        readonly example: "cut-power: { http: { method: POST, url: 'http://pdu.lab/{deviceId}/off' } }";
    };
    readonly 'restore-power': {
        readonly on: 'device';
        readonly takes: readonly [];
        readonly summary: 'gives a device its power back';
        readonly example: "restore-power: { http: { method: POST, url: 'http://pdu.lab/{deviceId}/on' } }";
    };
    readonly 'drop-link': {
        readonly on: 'device';
        readonly takes: readonly [];
        readonly summary: 'cuts the network of a device';
        readonly undoneBy: 'restore-link';
        readonly example: "drop-link: { command: [./link, '{deviceId}', down] }";
    };
    readonly 'restore-link': {
        readonly on: 'device';
        readonly takes: readonly [];
        readonly summary: 'gives a device its network back';
        readonly example: "restore-link: { command: [./link, '{deviceId}', up] }";
    };
    readonly 'inject-rs485': {
        readonly summary: 'puts bytes on the RS485 line of a device as a peripheral would, unasked';
        readonly on: 'device';
        readonly takes: readonly ['data'];
        readonly example: "inject-rs485: { command: [./rs485-send, '{deviceId}', '{data}'] }";
    };
    readonly 'disable-client': {
        readonly on: 'client';
        readonly takes: readonly [];
        readonly summary: 'disables an API client at the target';
        readonly undoneBy: 'enable-client';
        readonly example: "disable-client: { command: [./client, '{clientId}', disable] }";
    };
    readonly 'enable-client': {
        readonly on: 'client';
        readonly takes: readonly [];
        readonly summary: 'enables an API client at the target again';
        readonly example: "enable-client: { command: [./client, '{clientId}', enable] }";
    };
    readonly 'expire-tokens': {
        readonly on: 'client';
        readonly takes: readonly [];
        readonly summary: 'makes the access tokens of an API client worthless';
        readonly example: "expire-tokens: { command: [./client, '{clientId}', expire-tokens] }";
    };
};
export type StimulusName = keyof typeof FACTS;
export declare const STIMULI: Readonly<Record<StimulusName, StimulusFacts>>;
export declare const STIMULUS_NAMES: [StimulusName, ...StimulusName[]];
declare const WITNESS_FACTS: {
    readonly executions: {
        readonly summary: 'how many operations a device has physically carried out';
        readonly on: 'device';
        readonly takes: readonly [];
        readonly example: "executions: { command: [./count-operations, '{deviceId}'] }";
    };
};
export type WitnessName = keyof typeof WITNESS_FACTS;
export declare const WITNESS_NAMES: [WitnessName, ...WitnessName[]];
/** Everything that a profile may declare a driver for. */
export type ActName = StimulusName | WitnessName;
export declare const ACT_NAMES: readonly ActName[];
export declare function isWitness(name: ActName): name is WitnessName;
export declare function factsOf(name: ActName): StimulusFacts;
export {};
