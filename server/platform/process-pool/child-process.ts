import { type ChildProcess, spawn } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'

import {
  BACKGROUND_PRIORITY,
  canLimitMemory,
  inBackground,
  programEnvironment,
  tiedToParent,
} from '../program.ts'

const ENTRY = fileURLToPath(new URL('./pool-process.ts', import.meta.url))
/** How much of what a process says before it dies is kept for the log. */
const LAST_WORDS_CHARACTERS = 2000

export interface PoolChild {
  process: ChildProcess
  lastWords: () => string
  /** Ends it and every program it started, at once. */
  kill: () => void
  /** Whether the server waits for it before it may end by itself. */
  hold: (isHeld: boolean) => void
}

/**
 * Starts a process of a pool: at low priority, without our environment and its secrets, in a group of its own, and,
 * where the system can (Linux), with a limit on what it and the programs it starts may allocate each, and tied to our
 * life.
 */
export async function startPoolChild({
  memoryMb,
  heapMb,
}: {
  memoryMb: number
  heapMb: number
}): Promise<PoolChild> {
  const node: [string, ...string[]] = [process.execPath, `--max-old-space-size=${heapMb}`, ENTRY]
  const limited: [string, ...string[]] = (await canLimitMemory())
    ? ['prlimit', `--data=${memoryMb * 1024 * 1024}`, '--core=0', '--', ...node]
    : node
  const [program, ...args] = await tiedToParent('KILL', await inBackground(limited))
  const child = spawn(program, args, {
    detached: true,
    env: poolEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  stepBack(child.pid)
  let said = ''
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (text: string) => (said = (said + text).slice(-LAST_WORDS_CHARACTERS)))
  child.stderr?.on('error', () => undefined)
  return {
    process: child,
    lastWords: () => said.trim(),
    kill() {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It is gone already.
      }
    },
    hold: (isHeld) => holdChild(child, isHeld),
  }
}

/** None of our secrets. */
export function poolEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  return {
    ...programEnvironment(),
    // Two arenas: glibc would keep what was freed in one for each thread.
    MALLOC_ARENA_MAX: '2',
    // What it imports is compiled once, and not again for each process.
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  }
}

/** Whether this process waits for a child before it may end by itself. */
export function holdChild(child: ChildProcess, isHeld: boolean): void {
  const what = isHeld ? 'ref' : 'unref'
  child[what]()
  child.channel?.[what]()
  const stderr: unknown = child.stderr
  if (isRefable(stderr)) stderr[what]()
}

/** Before it does anything: starting is half of the work of a short task. */
function stepBack(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    os.setPriority(pid, BACKGROUND_PRIORITY)
  } catch {
    // It is gone already.
  }
}

function isRefable(value: unknown): value is { ref: () => void; unref: () => void } {
  return typeof value === 'object' && value !== null && 'ref' in value && 'unref' in value
}
