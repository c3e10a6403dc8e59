import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/* What the benches share: servers in their own processes that take turns. */

export interface Role {
  said: unknown
  pid: number
  /** Sends a message and waits for the answer. */
  ask: (message: unknown) => Promise<unknown>
  stop: () => Promise<void>
}

/** A bench's result, for the table at the end. */
export type Verdict =
  | { name: string; measured: string; floor: string; isMet: boolean }
  /** It couldn't be measured here, which is neither good nor bad. */
  | { name: string; notRun: string }

/** Starts a bench's own file in another role and waits until it is ready; resolves with what it said. */
export async function startRole(file: string, ...arguments_: string[]): Promise<Role> {
  // Logs are written, as in production, but discarded.
  const child = fork(file, arguments_, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Keeps buffers and dates intact.
    serialization: 'advanced',
  })
  const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(failToStart)])) as [
    unknown,
  ]
  const ask = async (message: unknown) => {
    child.send(message as Serializable)
    const [answer] = (await once(child, 'message')) as [unknown]
    return answer
  }
  return { said, pid: child.pid ?? 0, ask, stop: () => end(child) }
}

function failToStart(): never {
  throw new Error('A server of the bench did not start')
}

/** Ends a program and waits until it has exited. */
export async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** A folder that exists during `work`, and that the embedded database's own account can pass through. */
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

/** Prints a line of the verdict; anything below its limit makes the bench fail. */
export function judge(name: string, ratio: number, limit: number): void {
  const [measured, floor] = [`${(ratio * 100).toFixed(0)} %`, `at least ${limit * 100} %`]
  console.log(`${name.padEnd(36)} ${measured} (${floor})`)
  report({ name, measured, floor, isMet: ratio >= limit })
}

/** The same for values that must not exceed a limit. */
export function judgeAtMost(name: string, value: number, limit: number, unit: string): void {
  const [measured, floor] = [`${value.toFixed(0)} ${unit}`, `at most ${limit} ${unit}`]
  console.log(`${name.padEnd(36)} ${measured} (${floor})`)
  report({ name, measured, floor, isMet: value <= limit })
}

/** Says that something cannot be measured on this machine. */
export function skip(name: string, reason: string): void {
  console.log(`${name}: not run, ${reason}`)
  report({ name, notRun: reason })
}

/** Tells the process that runs all benches, if there is one. */
function report(verdict: Verdict): void {
  process.send?.(verdict)
  if ('isMet' in verdict && !verdict.isMet) process.exitCode = 1
}
