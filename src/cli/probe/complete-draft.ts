// `conform probe --actuate` on a draft: its open lines are proven on what the profile allows, and written where they stood.
import { resolve } from 'node:path';
import { openTarget } from '../../harness/run/open-target.js';
import { createNetworkTransport } from '../../harness/target/network/create-network-transport.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { defined } from '../../kernel/defined.js';
import { safeText } from '../../output/writer.js';
import { keptDraft } from '../../probe/draft/kept-draft.js';
import { plural } from '../../report/layout.js';
import { writeText } from '../files.js';
import type { Io } from '../io.js';
import { findTarget } from '../run/target.js';
import { listenForInterrupt } from '../signals.js';
import { complete } from './complete.js';

/** A draft has open lines; what somebody has written himself has none. */
export async function completeDraft(asked: Parameters<typeof findTarget>[0], io: Io): Promise<void> {
  const found = await findTarget(asked, io);
  // It is told by what comes next.
  if (!found.ok) return;
  const { open, hold } = found.value;
  const { profile, target, gate, seed } = open;
  const { file, text } = target.dialect.source;
  const draft = keptDraft(text);
  const clock = createSystemClock();
  const { baseUrl, websocketUrl, tls } = profile;
  const { signal, dispose } = listenForInterrupt((name) => io.err.write(`ending by ${name}\n`));
  try {
    if (!draft.hasOpen() || gate.restriction !== undefined || hold?.leftovers) return;
    const { proven, requests, left } = await complete({
      profile,
      draft,
      file,
      signal,
      open: (dialect) =>
        openTarget({
          profile,
          dialect,
          clock,
          seed,
          vouchedFor: false,
          transport: createNetworkTransport({ baseUrl, websocketUrl, tls, clock }),
          secrets: io.secrets,
          stop: async () => undefined,
          ...defined({ book: hold?.book }),
        }),
      keep: async () => {
        const unwritten = await writeText(resolve(io.cwd, file), safeText(draft.text(), 'yaml', io.secrets));
        if (unwritten !== undefined) io.err.write(`${unwritten}\n`);
      },
    });
    const words = left.map((each) => `not put back: ${each}\n`);
    io.err.write(
      `${file}: ${plural(proven, 'line')} proven by acting, with ${plural(requests, 'request')}.\n${words.join('')}`,
    );
    if (left.length === 0) await hold?.book.close();
  } finally {
    await open.close();
    await hold?.release();
    dispose();
  }
}
