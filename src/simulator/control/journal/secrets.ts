// The journal as it is read: no record holds a secret, whatever a client has put into a path or a key.
import type { Secrets } from '../../../output/secrets.js';
import type { JournalRecord } from './entry.js';
import type { Journal } from './journal.js';
import { PUBLIC_WORDS } from '../../../contract/public-words.js';
import type { FleetSpec } from '../../fleet/fleet-spec.js';

/** Records are searched when somebody reads them, so that a journal nobody reads costs nothing. */
export function cleanJournal(journal: Journal, secrets: Pick<Secrets, 'redact'>): Journal {
  const clean = (record: JournalRecord): JournalRecord => secrets.redact(record);
  return {
    note: journal.note,
    asked: journal.asked,
    answered: journal.answered,
    records: (filter) => journal.records(filter).map((record) => clean(record)),
    after: (seq, most) => journal.after(seq, most).map((record) => clean(record)),
    devicesAfter: journal.devicesAfter,
    counts: journal.counts,
    get lastSeq() {
      return journal.lastSeq;
    },
    get dropped() {
      return journal.dropped;
    },
    get listeners() {
      return journal.listeners;
    },
    listen: (listener) => journal.listen((record) => listener(clean(record))),
  };
}

// What the simulator knows to be secret from its fleet, and what it knows to be public.

export function keepFleetSecrets(secrets: Secrets, { clients, devices }: FleetSpec): void {
  for (const { clientId, secret } of clients) secrets.keep(secret, `<secret of ${clientId}>`);
  // The number of a device makes no secret of a word.
  for (const { password } of devices)
    for (const part of password.split('{n}')) secrets.keep(part, '<password>');
  secrets.open(PUBLIC_WORDS);
  secrets.open([
    ...clients.map(({ clientId }) => clientId),
    ...devices.flatMap(({ ids, name = '', profileId }) => [ids.text, name, profileId]),
  ]);
}
