// Commands whose fate is known in the end. Each sets a jog duration that no other command of its device sets, so
// that the journal of the physics tells which command it was that the device carried out.
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, RestClient } from './rest-client.js';

export interface CommandRecord {
  readonly deviceId: string;
  /** Ms; the mark of the command. */
  readonly duration: number;
  /** The last status that the service has told; undefined when it refused or never answered. */
  status: string | undefined;
  commandId: string | undefined;
  /** Read back under its identifier and not found, though it was acknowledged. */
  forgotten: boolean;
}

export interface Commands {
  readonly records: readonly CommandRecord[];
  /** Sends one command to the device, again with its key as long as no answer comes, and reads it back. */
  carryOut(client: RestClient, deviceId: string): Promise<void>;
}

const MOST_TRIES = 5;
const FIRST_DURATION = 100;
/** Every third command is asked for twice, with the same key. */
const REPEATED = 3;

export function createCommands(): Commands {
  const records: CommandRecord[] = [];
  const marks = new Map<string, number>();
  return {
    records,
    carryOut: async (client, deviceId) => {
      const duration = (marks.get(deviceId) ?? FIRST_DURATION) + 1;
      marks.set(deviceId, duration);
      const record: CommandRecord = {
        deviceId,
        duration,
        status: undefined,
        commandId: undefined,
        forgotten: false,
      };
      records.push(record);
      const path = `/devices/${deviceId}/relays/1/jog-config`;
      const options = { body: { durationMs: duration }, key: `${deviceId}/${duration}` };
      for (let nth = 0; nth < MOST_TRIES; nth++) {
        const answer = await client.ask('PUT', path, options);
        if (answer?.status === 200) {
          const { status, commandId } = commandOf(answer);
          record.status = status;
          record.commandId = commandId;
          break;
        }
        // Refused for good; what may pass by itself is tried again with the same key.
        if (answer && ![409, 429, 500].includes(answer.status)) break;
        await pause(300 * (nth + 1));
      }
      if (record.commandId === undefined) return;
      // As a client does that has lost the answer.
      if (duration % REPEATED === 0) await client.ask('PUT', path, options);
      const again = await client.ask('GET', `/commands/${record.commandId}`);
      if (again?.status === 404) record.forgotten = true;
    },
  };
}

function commandOf(answer: NonNullable<Answer>): { readonly status: string; readonly commandId: string } {
  return (answer.data as { command: { status: string; commandId: string } }).command;
}
