import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/* A program as systemd keeps it: whenever it ends, it is started again a second later. */

const AGAIN_AFTER_MS = 1000
const LAST_WORDS_CHARS = 2000

export interface Kept {
  /** SIGKILL; it is started again by itself. */
  kill(): void
  /** What it said last, each time it ended otherwise once it had started. It doesn't start without a database. */
  falls(): readonly string[]
  /** Ends it, and keeps it away until `start`. */
  halt(): Promise<void>
  start(): void
  stop(): Promise<void>
}

function keep(args: readonly string[], env: Record<string, string>): Kept {
  let child: ChildProcess | null = null
  let isWanted = true
  const falls: string[] = []

  function start(): void {
    isWanted = true
    let hasStarted = false
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-kept-'))
    const log = path.join(folder, 'log')
    const output = process.env['PROVE_VERBOSE'] ? 'inherit' : fs.openSync(log, 'w')
    const started = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output, 'ipc'],
    })
    if (typeof output === 'number') fs.closeSync(output)
    child = started
    started.once('message', () => (hasStarted = true))
    started.once('exit', (code, signal) => {
      const last = lastWordsIn(log)
      fs.rmSync(folder, { recursive: true, force: true })
      if (child !== started) return
      child = null
      if (!isWanted) return
      if (hasStarted && signal !== 'SIGKILL') falls.push(`${signal ?? code}: ${last}`)
      setTimeout(() => isWanted && !child && start(), AGAIN_AFTER_MS)
    })
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    isWanted = false
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = once(ending, 'exit')
    ending.kill(signal)
    await gone
  }

  start()
  return {
    kill() {
      child?.kill('SIGKILL')
    },
    falls: () => falls,
    halt: () => end('SIGKILL'),
    start,
    stop: () => end('SIGTERM'),
  }
}

/** The first fatal line of a log, or its last one. */
function lastWordsIn(log: string): string {
  if (!fs.existsSync(log)) return ''
  const lines = fs.readFileSync(log, 'utf8').trim().split('\n')
  return (lines.find((line) => line.includes('"level":60')) ?? lines.at(-1) ?? '').slice(0, LAST_WORDS_CHARS)
}

export function keepNode(env: Record<string, string>): Kept {
  return keep([path.join(import.meta.dirname, '../../../server/testing/serve.fixture.ts')], env)
}

/** The payment sandbox in a process of its own, whose state outlives it. */
export function keepProvider(words: readonly string[], env: Record<string, string>): Kept {
  return keep([path.join(import.meta.dirname, '../../../sandbox/razorpay/main.ts'), ...words], env)
}

export async function untilOk(url: string, timeoutMs: number): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs
  while (Date.now() < giveUpAt) {
    if (await isOk(url)) return
    await sleep(100)
  }
  throw new Error(`${url} does not answer`)
}

export function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
