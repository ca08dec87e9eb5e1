// The table of effects: all that a message or an act can do to a target and its devices.
import type { Act } from '../../profile/stimuli/catalogue.js';

export type Effect =
  /** Nothing changes. */
  | { readonly kind: 'read' }
  /** A token, a ticket, a connection, a ping. */
  | { readonly kind: 'session' }
  /** The device is read anew. */
  | { readonly kind: 'refresh'; readonly deviceId: string }
  /** `relay` is counted from 1; `every` where nobody can tell which. */
  | {
      readonly kind: 'switch';
      readonly deviceId: string;
      readonly relay: number | 'every';
      readonly jog: boolean;
    }
  /** `data` in hex; undefined where it is open what a server would read. */
  | { readonly kind: 'bytes'; readonly deviceId: string; readonly data: string | undefined }
  | { readonly kind: 'jogDuration'; readonly deviceId: string; readonly relay: number | 'every' }
  | { readonly kind: 'baudRate'; readonly deviceId: string }
  /** A device is added, removed or given another password. */
  | { readonly kind: 'manage'; readonly deviceId: string; readonly adds: boolean }
  /** A malformed request of this kind that names nothing to be changed; without a device where it names none. */
  | {
      readonly kind: 'malformed';
      readonly deviceId?: string;
      readonly of: 'switch' | 'bytes' | 'jogDuration' | 'baudRate' | 'manage';
    }
  /** Something is moved from outside of the interface; `relay` is what it may switch. */
  | { readonly kind: 'stimulus'; readonly act: Act; readonly relay?: number | 'every' }
  | { readonly kind: 'witness'; readonly act: Act };

export type EffectKind = Effect['kind'];

/** What a message is taken for. */
export type MessageReading =
  | { readonly kind: 'effects'; readonly effects: readonly Effect[] }
  /** Not understood as a whole, so it is not sent; why, in words, and what is understood of it. */
  | { readonly kind: 'unclear'; readonly why: string; readonly effects: readonly Effect[] };

export const READ: MessageReading = { kind: 'effects', effects: [{ kind: 'read' }] };
