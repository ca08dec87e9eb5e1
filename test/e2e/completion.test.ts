// Completion in real shells, at a real terminal: what a Tab shows. Shells that are not installed are skipped, by name;
// test/completion/shells.sh installs them first.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'conform-completion-'));
const bin = resolve('bin/conform.js');
chmodSync(bin, 0o755);
symlinkSync(bin, join(folder, 'conform'));
const env = {
  PATH: `${folder}:${process.env['PATH'] ?? ''}`,
  HOME: folder,
  TERM: 'xterm',
  PS1: '> ',
  XDG_RUNTIME_DIR: folder,
  XDG_STATE_HOME: folder,
};

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const hasTerminal = has('script');

/** Types into a shell at a terminal, each text when what it waits for has been shown; resolves to all that was shown. */
function typing(
  shell: string,
  texts: readonly (readonly [waitFor: RegExp, text: string])[],
): Promise<string> {
  const child = spawn('script', ['-qec', shell, '/dev/null'], { env, cwd: folder, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  let since = 0;
  let next = 0;
  return new Promise((done) => {
    const look = (): void => {
      const [waitFor, text] = texts[next] ?? [];
      if (waitFor === undefined || text === undefined || !waitFor.test(shown.slice(since))) return;
      since = shown.length;
      next++;
      child.stdin.write(text);
    };
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      shown += more;
      look();
    });
    // Without what moves the cursor and rings the bell.
    child.on('close', () => done(shown.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]|[\r\u0007\u0008]/g, '')));
  });
}

test.skipIf(!hasTerminal || !has('bash'))(
  'bash completes commands, names, names with a colon, and paths',
  async () => {
    const shown = await typing('bash --norc --noprofile -i', [
      [/> [^>]*$/, 'source <(conform completion bash); echo re""ady\n'],
      [/ready\r\n[^]*> [^>]*$/, 'conform self\t'],
      [/self-test /, '\u0015conform run refr\t'],
      [/esh\//, 'shared-b\t:REST\t'],
      [/first/, '\u0015conform run --defect=budget-mis\t'],
      [/sing/, '\u0015exit\n'],
    ]);
    expect(shown).toContain('conform self-test ');
    expect(shown).toContain('shared-budget:REST-first');
    expect(shown).toContain('--defect=budget-missing');
  },
);

test.skipIf(!hasTerminal || !has('zsh'))('zsh completes commands and names', async () => {
  const shown = await typing('zsh -f -i', [
    [/> [^>]*$/, 'autoload -U compinit; compinit -u -D; source <(conform completion zsh); echo re""ady\n'],
    [/ready\r\n[^]*> [^>]*$/, 'conform run refr\t'],
    [/refr[^]*esh\//, 'shared-b\t:REST\t'],
    [/first/, '\u0015exit\n'],
  ]);
  expect(shown).toContain('shared-budget:REST-first');
});

test.skipIf(!has('fish'))('fish completes commands and names, with what they are', () => {
  const completed = (line: string): string =>
    spawnSync('fish', ['--no-config', '-c', `conform completion fish | source; complete -C '${line}'`], {
      env,
      encoding: 'utf8',
    }).stdout;
  expect(completed('conform self')).toMatch(/^self-test\ttry the suite itself/);
  expect(completed('conform run --rule ws.pi')).toMatch(/^ws\.ping\t/);
});
