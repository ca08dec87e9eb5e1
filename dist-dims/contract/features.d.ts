export declare const FEATURES: {
    readonly jog: 'relays that go off by themselves: the action jog, and jog durations';
    readonly 'compatibility-endpoint': 'the single-relay endpoint that is planned for removal';
    readonly rs485: 'RS485: transceive and the baud rate';
    readonly 'device-profiles': 'the list of device profiles';
    readonly adding: 'adding devices';
    readonly removing: 'removing devices';
    readonly passwords: 'changing passwords of devices';
    readonly 'digital-inputs': 'digital inputs';
    readonly 'analog-inputs': 'analog inputs';
    readonly sensors: 'sensors';
    readonly 'event-ids': 'an identifier in each event';
    readonly paging: 'pages of the device list';
};
export type Feature = keyof typeof FEATURES;
export declare const FEATURE_NAMES: [Feature, ...Feature[]];
