import { z } from 'zod';
import { type EndpointName } from '../../contract/endpoints.js';
import { type RequestTopic } from '../../contract/topics.js';
/** What a plan can wait for: a request, or what several of them have in common. */
export declare const OCCASIONS: readonly ['command', 'refresh', 'connection', 'event'];
export type Occasion = (typeof OCCASIONS)[number] | EndpointName | RequestTopic;
/** Waits for what the client does, in place of a time. */
declare const when: z.ZodObject<{
    sees: z.ZodEnum<{
        command: "command";
        "commands.read": "commands.read";
        connection: "connection";
        "device.operation.execute": "device.operation.execute";
        "device.state.get": "device.state.get";
        "devices.add": "devices.add";
        "devices.config": "devices.config";
        "devices.list": "devices.list";
        "devices.password": "devices.password";
        "devices.read": "devices.read";
        "devices.remove": "devices.remove";
        event: "event";
        "profiles.list": "profiles.list";
        refresh: "refresh";
        "relays.jog-config": "relays.jog-config";
        "relays.set": "relays.set";
        "relays.set-one": "relays.set-one";
        "rs485.baud-rate": "rs485.baud-rate";
        "rs485.transceive": "rs485.transceive";
        "session.ping": "session.ping";
        "ticket.create": "ticket.create";
        "token.create": "token.create";
        "websocket.open": "websocket.open";
    }>;
    nth: z.ZodDefault<z.ZodInt>;
    every: z.ZodOptional<z.ZodInt>;
    times: z.ZodDefault<z.ZodInt>;
}, z.core.$strict>;
export type When = z.output<typeof when>;
declare const stimulus: z.ZodObject<{
    do: z.ZodEnum<{
        "cut-power": "cut-power";
        "drop-link": "drop-link";
        "inject-rs485": "inject-rs485";
        "restore-link": "restore-link";
        "restore-power": "restore-power";
        "set-analog": "set-analog";
        "set-input": "set-input";
        "set-sensor": "set-sensor";
    }>;
    device: z.ZodString;
    at: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    when: z.ZodOptional<z.ZodObject<{
        sees: z.ZodEnum<{
            command: "command";
            "commands.read": "commands.read";
            connection: "connection";
            "device.operation.execute": "device.operation.execute";
            "device.state.get": "device.state.get";
            "devices.add": "devices.add";
            "devices.config": "devices.config";
            "devices.list": "devices.list";
            "devices.password": "devices.password";
            "devices.read": "devices.read";
            "devices.remove": "devices.remove";
            event: "event";
            "profiles.list": "profiles.list";
            refresh: "refresh";
            "relays.jog-config": "relays.jog-config";
            "relays.set": "relays.set";
            "relays.set-one": "relays.set-one";
            "rs485.baud-rate": "rs485.baud-rate";
            "rs485.transceive": "rs485.transceive";
            "session.ping": "session.ping";
            "ticket.create": "ticket.create";
            "token.create": "token.create";
            "websocket.open": "websocket.open";
        }>;
        nth: z.ZodDefault<z.ZodInt>;
        every: z.ZodOptional<z.ZodInt>;
        times: z.ZodDefault<z.ZodInt>;
    }, z.core.$strict>>;
    again: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
    times: z.ZodDefault<z.ZodInt>;
    index: z.ZodOptional<z.ZodInt>;
    active: z.ZodOptional<z.ZodBoolean>;
    key: z.ZodOptional<z.ZodString>;
    value: z.ZodOptional<z.ZodNumber>;
    data: z.ZodOptional<z.ZodString>;
}, z.core.$strict>;
export type DayStimulus = z.output<typeof stimulus>;
export declare const daySchema: z.ZodObject<{
    title: z.ZodString;
    about: z.ZodString;
    lasts: z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>;
    exercises: z.ZodArray<z.ZodEnum<{
        "client.backs-off-on-500": "client.backs-off-on-500";
        "client.backs-off-when-busy": "client.backs-off-when-busy";
        "client.coordinated-backoff": "client.coordinated-backoff";
        "client.handles-events-idempotently": "client.handles-events-idempotently";
        "client.heartbeat": "client.heartbeat";
        "client.ignores-unknown-fields": "client.ignores-unknown-fields";
        "client.key-kept-on-retry": "client.key-kept-on-retry";
        "client.key-never-reused": "client.key-never-reused";
        "client.key-per-command": "client.key-per-command";
        "client.no-compatibility-endpoint": "client.no-compatibility-endpoint";
        "client.no-retry-unchanged": "client.no-retry-unchanged";
        "client.rebuilds-baseline": "client.rebuilds-baseline";
        "client.reconnect-backoff": "client.reconnect-backoff";
        "client.refresh-spacing": "client.refresh-spacing";
        "client.relays-in-one-request": "client.relays-in-one-request";
        "client.scope-denied-is-final": "client.scope-denied-is-final";
        "client.server-side-only": "client.server-side-only";
        "client.ticket-just-in-time": "client.ticket-just-in-time";
        "client.timeout-needs-new-key": "client.timeout-needs-new-key";
        "client.token-reused": "client.token-reused";
        "client.unique-request-ids": "client.unique-request-ids";
        "client.waits-after-429": "client.waits-after-429";
    }>>;
    client: z.ZodDefault<z.ZodString>;
    instances: z.ZodOptional<z.ZodInt>;
    limits: z.ZodOptional<z.ZodObject<{}, z.core.$loose>>;
    faults: z.ZodDefault<z.ZodArray<z.ZodObject<{
        fault: z.ZodString;
        when: z.ZodOptional<z.ZodObject<{
            sees: z.ZodEnum<{
                command: "command";
                "commands.read": "commands.read";
                connection: "connection";
                "device.operation.execute": "device.operation.execute";
                "device.state.get": "device.state.get";
                "devices.add": "devices.add";
                "devices.config": "devices.config";
                "devices.list": "devices.list";
                "devices.password": "devices.password";
                "devices.read": "devices.read";
                "devices.remove": "devices.remove";
                event: "event";
                "profiles.list": "profiles.list";
                refresh: "refresh";
                "relays.jog-config": "relays.jog-config";
                "relays.set": "relays.set";
                "relays.set-one": "relays.set-one";
                "rs485.baud-rate": "rs485.baud-rate";
                "rs485.transceive": "rs485.transceive";
                "session.ping": "session.ping";
                "ticket.create": "ticket.create";
                "token.create": "token.create";
                "websocket.open": "websocket.open";
            }>;
            nth: z.ZodDefault<z.ZodInt>;
            every: z.ZodOptional<z.ZodInt>;
            times: z.ZodDefault<z.ZodInt>;
        }, z.core.$strict>>;
    }, z.core.$loose>>>;
    stimuli: z.ZodDefault<z.ZodArray<z.ZodObject<{
        do: z.ZodEnum<{
            "cut-power": "cut-power";
            "drop-link": "drop-link";
            "inject-rs485": "inject-rs485";
            "restore-link": "restore-link";
            "restore-power": "restore-power";
            "set-analog": "set-analog";
            "set-input": "set-input";
            "set-sensor": "set-sensor";
        }>;
        device: z.ZodString;
        at: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        when: z.ZodOptional<z.ZodObject<{
            sees: z.ZodEnum<{
                command: "command";
                "commands.read": "commands.read";
                connection: "connection";
                "device.operation.execute": "device.operation.execute";
                "device.state.get": "device.state.get";
                "devices.add": "devices.add";
                "devices.config": "devices.config";
                "devices.list": "devices.list";
                "devices.password": "devices.password";
                "devices.read": "devices.read";
                "devices.remove": "devices.remove";
                event: "event";
                "profiles.list": "profiles.list";
                refresh: "refresh";
                "relays.jog-config": "relays.jog-config";
                "relays.set": "relays.set";
                "relays.set-one": "relays.set-one";
                "rs485.baud-rate": "rs485.baud-rate";
                "rs485.transceive": "rs485.transceive";
                "session.ping": "session.ping";
                "ticket.create": "ticket.create";
                "token.create": "token.create";
                "websocket.open": "websocket.open";
            }>;
            nth: z.ZodDefault<z.ZodInt>;
            every: z.ZodOptional<z.ZodInt>;
            times: z.ZodDefault<z.ZodInt>;
        }, z.core.$strict>>;
        again: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        times: z.ZodDefault<z.ZodInt>;
        index: z.ZodOptional<z.ZodInt>;
        active: z.ZodOptional<z.ZodBoolean>;
        key: z.ZodOptional<z.ZodString>;
        value: z.ZodOptional<z.ZodNumber>;
        data: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>>;
    orders: z.ZodDefault<z.ZodArray<z.ZodObject<{
        do: z.ZodEnum<{
            listen: "listen";
            refresh: "refresh";
            setBaudRate: "setBaudRate";
            setJogDuration: "setJogDuration";
            setRelays: "setRelays";
            stop: "stop";
            transceive: "transceive";
        }>;
        at: z.ZodDefault<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        again: z.ZodOptional<z.ZodType<number, string, z.core.$ZodTypeInternals<number, string>>>;
        times: z.ZodDefault<z.ZodInt>;
    }, z.core.$loose>>>;
}, z.core.$strict>;
/** As its file has it; the faults as they are written, since only a simulator knows them. */
export type DayFile = z.output<typeof daySchema>;
export interface Day extends DayFile {
    /** The name of its file without the ending. */
    readonly id: string;
}
export {};
