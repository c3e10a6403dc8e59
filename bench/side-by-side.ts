import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/* What the benches have in common: servers in processes of their own, asked in turns. */

/** Starts a bench's own file in another role, and waits until it says that it is ready; answers what it said. */
export async function startRole(
  file: string,
  ...arguments_: string[]
): Promise<{ said: unknown; stop: () => Promise<void> }> {
  // Logs are written, as in production, but to nowhere.
  const child = fork(file, arguments_, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(failToStart)])) as [
    unknown,
  ]
  return { said, stop: () => end(child) }
}

function failToStart(): never {
  throw new Error('A server of the bench did not start')
}

/** Ends a program and waits for it. */
export async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Everything a Cheers asks for before it runs as in production; nobody is at the other end of it. */
export function productionEnv(port: number, dataDir: string): Record<string, string> {
  const nobody = { id: 'bench', secret: 'a secret of nobody, thirty-two characters' }
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://cheers.example',
    ALLOW_EMBEDDED: 'database,storage',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'hello@cheers.example',
    RAZORPAY_KEY_ID: nobody.id,
    RAZORPAY_KEY_SECRET: nobody.secret,
    RAZORPAY_WEBHOOK_SECRET: nobody.secret,
    GOOGLE_CLIENT_ID: nobody.id,
    GOOGLE_CLIENT_SECRET: nobody.secret,
    SECRET_KEY: nobody.secret,
  }
}

/** A folder for the time of `work`, which the embedded database's own account can pass through. */
export async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-bench-'))
  await fs.chmod(folder, 0o755)
  try {
    await work(folder)
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Prints a line of the verdict; whatever stays below its limit makes the bench fail. */
export function judge(name: string, ratio: number, limit: number | null): void {
  const expected = limit === null ? '' : ` (at least ${limit * 100} %)`
  console.log(`${name.padEnd(24)} ${(ratio * 100).toFixed(0)} %${expected}`)
  if (limit !== null && ratio < limit) process.exitCode = 1
}
