import { Worker } from 'node:worker_threads'

/** The thread died or took too long. The server is unaffected. */
export class ThreadFailed extends Error {
  override name = 'ThreadFailed'
}

/** The queue of waiting questions is full, so this one isn't taken. */
export class ThreadBusy extends Error {
  override name = 'ThreadBusy'
}

export interface Thread<Question, Answer> {
  /** Rejects with {@link ThreadFailed} or {@link ThreadBusy}. */
  ask(question: Question): Promise<Answer>
}

export interface ThreadLimits {
  /**
   * Of a processor's time, for one question; then the thread is ended, and the next question starts another. A busy
   * machine's other work doesn't count.
   */
  processorMs: number
  /** The same by the clock, for a thread that waits or hardly gets to run. */
  timeoutMs: number
  /** The heap the thread's JavaScript may use. */
  memoryMb: number
  /** Questions that may wait. */
  waitingMax: number
  /** A thread idle this long ends, and gives its memory back. */
  idleMs: number
}

/** How often a thread is asked what it has used. */
const JUDGED_EVERY_MS = 250

interface Asked<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

/**
 * In-memory work that would block the event loop, one question after another. `script` answers each message with one
 * message. Nothing runs until the first question.
 */
export function openThread<Question, Answer>(script: URL, limits: ThreadLimits): Thread<Question, Answer> {
  const waiting: Asked<Question, Answer>[] = []
  let worker: Worker | null = null
  let current: Asked<Question, Answer> | null = null
  let timer: NodeJS.Timeout | undefined
  let judging: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb } })
    started.on('message', (answer: Answer) => {
      const asked = current
      current = null
      asked?.resolve(answer)
      next()
    })
    started.on('error', (error) => end(started, error instanceof Error ? error.message : String(error)))
    started.on('exit', () => end(started, 'it ended'))
    return started
  }

  function end(ended: Worker, reason: string): void {
    if (worker !== ended) return
    worker = null
    void ended.terminate()
    const asked = current
    current = null
    asked?.reject(new ThreadFailed(`${script.pathname.split('/').at(-1)}: ${reason}`))
    next()
  }

  function next(): void {
    if (current !== null) return
    clearTimeout(timer)
    clearInterval(judging)
    const asked = waiting.shift()
    const running = worker
    if (asked === undefined) {
      if (running === null) return
      // An idle thread must not keep the process alive.
      running.unref()
      timer = setTimeout(() => end(running, 'idle'), limits.idleMs).unref()
      return
    }
    current = asked
    const asking = (worker = running ?? start())
    asking.ref()
    timer = setTimeout(() => end(asking, `took longer than ${limits.timeoutMs} ms`), limits.timeoutMs)
    const before = workedMs(asking)
    const judge = async () => {
      const worked = (await workedMs(asking)) - (await before)
      if (current === asked && worked > limits.processorMs)
        end(asking, `worked for longer than ${limits.processorMs} ms`)
    }
    judging = setInterval(() => void judge(), JUDGED_EVERY_MS)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, no window
    asking.postMessage(asked.question)
  }

  return {
    ask(question) {
      if (waiting.length >= limits.waitingMax)
        return Promise.reject(new ThreadBusy(`${waiting.length} questions wait already`))
      return new Promise((resolve, reject) => {
        waiting.push({ question, resolve, reject })
        next()
      })
    },
  }
}

/** What a thread has used of a processor, in milliseconds: none before it runs. It tells while it is busy, too. */
async function workedMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    // It doesn't run yet, or no longer.
    return 0
  }
}
