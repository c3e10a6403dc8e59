import { type ChildProcess, spawn } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'

import {
  BACKGROUND_PRIORITY,
  canLimitMemory,
  type FileWork,
  inBackground,
  programEnvironment,
  SHARED_PRIORITY,
  tiedToParent,
} from '../program.ts'

const ENTRY = fileURLToPath(new URL('./pool-process.ts', import.meta.url))
/** How much of a dying process's output is kept for the log. */
const LAST_WORDS_CHARACTERS = 2000

export interface PoolChild {
  process: ChildProcess
  lastWords: () => string
  /** Ends the process and every program it started, at once. */
  kill: () => void
  /** Whether the server waits for it before ending of its own accord. */
  hold: (isHeld: boolean) => void
}

/**
 * Starts a process of a pool: at low priority, without our environment and its secrets, in a process group of its own,
 * and, where the system can (Linux), tied to our life and with a limit on what it and each program it starts may
 * allocate.
 */
export async function startPoolChild({
  memoryMb,
  heapMb,
  fileWork,
}: {
  memoryMb: number
  heapMb: number
  fileWork: FileWork
}): Promise<PoolChild> {
  const node: [string, ...string[]] = [process.execPath, `--max-old-space-size=${heapMb}`, ENTRY]
  const limited: [string, ...string[]] = (await canLimitMemory())
    ? ['prlimit', `--data=${memoryMb * 1024 * 1024}`, '--core=0', '--', ...node]
    : node
  const [program, ...args] = await tiedToParent(
    'KILL',
    fileWork === 'spare' ? await inBackground(limited) : limited,
  )
  const child = spawn(program, args, {
    detached: true,
    env: poolEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  stepBack(child.pid, fileWork === 'spare' ? BACKGROUND_PRIORITY : SHARED_PRIORITY)
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
        // It is already gone.
      }
    },
    hold: (isHeld) => holdChild(child, isHeld),
  }
}

/** None of our secrets. */
function poolEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  return {
    ...programEnvironment(),
    // Its imports are compiled once, not again for each process.
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  }
}

/** Whether this process waits for a child before ending of its own accord. */
function holdChild(child: ChildProcess, isHeld: boolean): void {
  const what = isHeld ? 'ref' : 'unref'
  child[what]()
  child.channel?.[what]()
  const stderr: unknown = child.stderr
  if (isRefable(stderr)) stderr[what]()
}

/** Before it does anything: starting up is half the work of a short task. */
function stepBack(pid: number | undefined, priority: number): void {
  if (pid === undefined) return
  try {
    os.setPriority(pid, priority)
  } catch {
    // It is already gone.
  }
}

function isRefable(value: unknown): value is { ref: () => void; unref: () => void } {
  return typeof value === 'object' && value !== null && 'ref' in value && 'unref' in value
}
