import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/* A program as systemd keeps it: whenever it ends, it is started again a second later. */

const AGAIN_AFTER_MS = 1000

export interface Kept {
  /** SIGKILL; it is started again by itself. */
  kill(): void
  /** How often it ended otherwise once it had started. It doesn't start without a database. */
  falls(): number
  /** Ends it, and keeps it away until `start`. */
  halt(): Promise<void>
  start(): void
  stop(): Promise<void>
}

function keep(args: readonly string[], env: Record<string, string>): Kept {
  let child: ChildProcess | null = null
  let isWanted = true
  let fallen = 0

  function start(): void {
    isWanted = true
    let hasStarted = false
    const started = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: [...(Array(3).fill(process.env['PROVE_VERBOSE'] ? 'inherit' : 'ignore') as 'ignore'[]), 'ipc'],
    })
    child = started
    started.once('message', () => (hasStarted = true))
    started.once('exit', (_, signal) => {
      if (child !== started) return
      child = null
      if (!isWanted) return
      if (hasStarted && signal !== 'SIGKILL') fallen += 1
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
    falls: () => fallen,
    halt: () => end('SIGKILL'),
    start,
    stop: () => end('SIGTERM'),
  }
}

export function keepNode(env: Record<string, string>): Kept {
  return keep([path.join(import.meta.dirname, '../../storm/serve.ts')], env)
}

/** The payment sandbox in a process of its own, whose state outlives it. */
export function keepProvider(words: readonly string[], env: Record<string, string>): Kept {
  return keep([path.join(import.meta.dirname, '../../../sandbox/razorpay/main.ts'), ...words], env)
}

export async function untilOk(url: string, timeoutMs: number): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs
  while (Date.now() < giveUpAt) {
    const isOk = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOk) return
    await sleep(100)
  }
  throw new Error(`${url} does not answer`)
}
