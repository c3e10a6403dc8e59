import { spawn } from 'node:child_process'

/** A plain sentence about the embedded database for the person who started the server; no stack is needed. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The account a program runs under; empty means the one of this process. */
export interface Account {
  uid?: number
  gid?: number
}

// PostgreSQL refuses uid 0. This id lies in 60706-61183, which https://systemd.io/UIDS-GIDS leaves unassigned, so no
// person or daemon has it (processes of `nobody` could read the cluster), and below 65536, so containers map it.
export const SERVER_ACCOUNT = { uid: 60_906, gid: 60_906 }

// initdb looks its own account up in the password file and ends when it has no entry; the server does not.
export const NOBODY = { uid: 65_534, gid: 65_534 }

/** Whether this process is root and must therefore run PostgreSQL under another account. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The environment of every program started here: none of the caller's PG… or locale settings reach PostgreSQL. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
}

/** Runs a program to its end and returns what it printed; never rejects. */
export function run(
  command: [string, ...string[]],
  account: Account = {},
): Promise<{ isSuccess: boolean; output: string }> {
  const [program, ...args] = command
  return new Promise((resolve) => {
    let output = ''
    const collect = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    // The working directory of this process may be closed to the other account.
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      detached: true,
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => resolve({ isSuccess: false, output: error.message }))
    child.once('close', (code) => resolve({ isSuccess: code === 0, output: output.trim() }))
  })
}

/** Whether the account can reach into a directory: every folder above it must let it through. */
export async function canEnter(directory: string, account: Account): Promise<boolean> {
  const entered = await run(['/bin/sh', '-c', 'cd "$1"', 'sh', directory], account)
  return entered.isSuccess
}

let isSetprivUsable: Promise<boolean> | undefined

/** Whether setpriv can tie a program to its parent's life (Linux, util-linux 2.33 or later). */
export function canTieToParent(): Promise<boolean> {
  isSetprivUsable ??= run(['setpriv', '--pdeathsig', 'INT', '--', 'true']).then((probe) => probe.isSuccess)
  return isSetprivUsable
}

/** The command that makes the kernel send `signal` to the program when the thread that started it is gone. */
export async function tiedToParent(
  signal: 'INT' | 'TERM',
  command: [string, ...string[]],
): Promise<[string, ...string[]]> {
  // A change of uid clears this setting (prctl(2)), so the account must be changed before setpriv: spawn's uid does.
  return (await canTieToParent()) ? ['setpriv', '--pdeathsig', signal, '--', ...command] : command
}
