import { spawn } from 'node:child_process'

/**
 * The processor time that work on files gets. `spare`: what nothing else wants, so no page is slower for it; where the
 * processors are always busy, that is none. `shared`: about a tenth of what answering a page gets.
 */
export type FileWork = 'spare' | 'shared'

/** The nice value of work on files that gets what is left: page requests go first. */
export const BACKGROUND_PRIORITY = 19
/** The nice value of work on files that gets a share. */
export const SHARED_PRIORITY = 10

/** The account a program runs under; empty means the one of this process. */
export interface Account {
  uid?: number
  gid?: number
}

/** The environment of every program started here: none of the caller's PG… or locale settings reach it. */
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
    const fail = (error: Error) => resolve({ isSuccess: false, output: error.message })
    child.stdout.on('error', fail)
    child.stderr.on('error', fail)
    child.on('error', fail)
    child.once('close', (code) => resolve({ isSuccess: code === 0, output: output.trim() }))
  })
}

let isSetprivUsable: Promise<boolean> | undefined

/** Whether setpriv can tie a program to its parent's life (Linux, util-linux 2.33 or later). */
export function canTieToParent(): Promise<boolean> {
  isSetprivUsable ??= run(['setpriv', '--pdeathsig', 'INT', '--', 'true']).then((probe) => probe.isSuccess)
  return isSetprivUsable
}

let isPrlimitUsable: Promise<boolean> | undefined

/** Whether prlimit can bound what a program allocates (Linux, util-linux 2.21 or later). */
export function canLimitMemory(): Promise<boolean> {
  isPrlimitUsable ??= run(['prlimit', '--core=0', '--', 'true']).then((probe) => probe.isSuccess)
  return isPrlimitUsable
}

let isChrtUsable: Promise<boolean> | undefined

/**
 * The command that gives a program only the processor time nobody else wants, where the system can (Linux, util-linux).
 * Nice values alone don't: since Linux 6.6 a waking process waits for the slice of the running one, 3 ms at each step
 * from a visitor to the database and back.
 */
export async function inBackground(command: [string, ...string[]]): Promise<[string, ...string[]]> {
  isChrtUsable ??= run(['chrt', '--idle', '0', 'true']).then((probe) => probe.isSuccess)
  return (await isChrtUsable) ? ['chrt', '--idle', '0', ...command] : command
}

/** The command that makes the kernel send `signal` to the program when the thread that started it is gone. */
export async function tiedToParent(
  signal: 'INT' | 'TERM' | 'KILL',
  command: [string, ...string[]],
): Promise<[string, ...string[]]> {
  // A change of uid clears this setting (prctl(2)), so the account must be changed before setpriv: spawn's uid does.
  return (await canTieToParent()) ? ['setpriv', '--pdeathsig', signal, '--', ...command] : command
}
