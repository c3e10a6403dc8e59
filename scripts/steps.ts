import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'

export const ROOT = path.join(import.meta.dirname, '..')

export interface Counts {
  passed: number
  failed: number
  /** Each failed test on a line: where it is, its name, and what was wrong. */
  failures: readonly string[]
  /** The same for tests that failed first and passed when they were run again. */
  unsteady?: readonly string[]
}

export interface StepResult {
  hasPassed: boolean
  /** The name, how it went and how long it took. */
  line: string
  /** The last of what a failed step without a list of tests wrote. */
  lastWords?: string
  /** That it failed first, and the line of that try. */
  failedFirst?: string
  /** null: not a step that runs tests. */
  tests: Counts | null
}

export interface Step {
  name: string
  /** A program under node_modules/.bin. */
  program: string
  args: readonly string[]
  env?: Record<string, string>
  /**
   * `live`: shown while it is written; `labelled`: the same line by line, each with the step's name, for steps that run
   * at once. Otherwise only a failed step's output is shown.
   */
  output?: 'live' | 'labelled'
  /** Reads how many tests ran from the JSON report, whose path the step gets by `reportTo`. */
  readReport?: (report: unknown) => Counts
  reportTo?: (file: string) => { args?: readonly string[]; env?: Record<string, string> }
}

/** Names of steps stand in a column of this width, in characters. */
const LABEL_WIDTH = 10

/** A step that takes longer, and that nobody watches, hangs: the longest takes nine minutes on two cores, and 24 on slow ones. */
const STEP_MAX_MS = 40 * 60_000
/** What is left of a step that was told to stop is killed after this. */
const STOPS_WITHIN_MS = 20_000
/** Once a program has ended, its output has this long to arrive. */
const OUTPUT_ARRIVES_WITHIN_MS = 10_000
/** Of what a failed step wrote, the verdict repeats this many lines. */
const LAST_LINES = 30

/**
 * The nice value of a step, which is that of work on files with `FILE_WORK=shared`: beside a step that keeps the processors busy
 * such work would get a tenth of its share, and what has to be ready in seconds (a live picture made smaller) would not be.
 */
const STEP_PRIORITY = 10

/** A signal that ends us ends the running step too, and we end after it. */
let isStopping = false

/** A name and how long it took, in columns. */
export function timeLine(name: string, seconds: number): string {
  return `${name.padEnd(LABEL_WIDTH)} ${`${seconds.toFixed(1)} s`.padStart(8)}`
}

/** Runs a step and says on one line how it went and how long it took. */
export async function runStep(step: Step): Promise<StepResult> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-report-'))
  const file = path.join(folder, 'report.json')
  const { args = [], env = {} } = step.reportTo?.(file) ?? {}
  const startedMs = performance.now()
  try {
    const { code, hidden, workedSeconds } = await run({
      ...step,
      args: [...step.args, ...args],
      env: { ...step.env, ...env },
    })
    const tests = step.readReport ? await readCounts(file, step.readReport, code) : null
    const hasPassed = code === 0 && (tests === null || tests.failed === 0)
    const counted = tests ? `${tests.passed} passed${tests.failed > 0 ? `, ${tests.failed} failed` : ''}` : ''
    const took = `${timeLine(step.name, (performance.now() - startedMs) / 1000)} ${worked(workedSeconds)}`
    const line = `${hasPassed ? '✓' : '✗'} ${took}   ${counted}`.trimEnd()
    console.log(line)
    if (hasPassed || hidden === '') return { hasPassed, line, tests }
    console.log(`\n${hidden.trimEnd()}\n`)
    return { hasPassed, line, tests, lastWords: hidden.trimEnd().split('\n').slice(-LAST_LINES).join('\n') }
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
    if (isStopping) process.exit(1)
  }
}

/** A run that ended badly without naming a failed test (it could not even start) counts as one that failed. */
async function readCounts(file: string, read: (report: unknown) => Counts, code: number): Promise<Counts> {
  const text = await fs.readFile(file, 'utf8').catch(() => null)
  const counts = text === null ? { passed: 0, failed: 0, failures: [] } : read(JSON.parse(text))
  return { ...counts, failed: Math.max(counts.failed, code === 0 && text !== null ? 0 : 1) }
}

function worked(seconds: number | null): string {
  return seconds === null ? '' : `${seconds.toFixed(0).padStart(6)} s of processor`
}

/**
 * Processor time of the programs that have ended, and of theirs, in seconds; null: the system doesn't tell. Without that of
 * Chromium's pages, which nobody waits for: it comes to about as much again.
 */
function secondsOfEnded(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    // `cutime` and `cstime` of proc(5), in hundredths; a name in parentheses may have spaces.
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15)
      .map(Number)
    return (user + system) / 100
  } catch {
    return null
  }
}

let lastSeconds = 0

/** The same, since it was last asked: of a program, if asked as soon as it has ended. */
function addedSeconds(): number | null {
  const seconds = secondsOfEnded()
  const added = seconds === null ? null : seconds - lastSeconds
  lastSeconds = seconds ?? 0
  return added
}

/** Runs the program; answers what it wrote and nobody has been shown, and what processor time it took. */
async function run(step: Step): Promise<{ code: number; hidden: string; workedSeconds: number | null }> {
  const isLive = step.output === 'live'
  const child = spawn(path.join(ROOT, 'node_modules/.bin', step.program), step.args, {
    cwd: ROOT,
    env: { ...process.env, ...(isLive ? {} : colorOf(process.stdout)), ...step.env },
    stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
  })
  stepBack(child)
  let hidden = ''
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    if (step.output === 'labelled')
      createInterface(stream).on('line', (line) => console.log(`${step.name.padEnd(LABEL_WIDTH)} ${line}`))
    else stream.setEncoding('utf8').on('data', (chunk: string) => (hidden += chunk))
  }
  // As SIGINT, because the test runners clean up (browser, product, database) on that one only.
  const stop = () => {
    isStopping = true
    child.kill('SIGINT')
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const endHanging = isLive ? null : startEndingIfItHangs(child, (words) => (hidden += `\n${words}\n`))
  try {
    const [exitCode] = (await once(child, 'exit')) as [number | null]
    const workedSeconds = addedSeconds()
    if (!(await hasAllArrived(child))) {
      console.log(`${step.name} has left a process running that could still write.`)
      closeOutput(child)
    }
    return { code: exitCode ?? 1, hidden, workedSeconds }
  } finally {
    endHanging?.forget()
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

/** Whether nobody can write any more: what a program started and left behind has the same output as the program. */
async function hasAllArrived(child: ChildProcess): Promise<boolean> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const signal = AbortSignal.timeout(OUTPUT_ARRIVES_WITHIN_MS)
  try {
    await Promise.all(streams.map((stream) => finished(stream, { signal })))
    return true
  } catch {
    return false
  }
}

/** What it starts has the same priority. */
function stepBack({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    os.setPriority(pid, STEP_PRIORITY)
  } catch {
    // It has ended already, or stepped back further than that: only root may raise a priority again.
  }
}

function closeOutput(child: ChildProcess): void {
  for (const stream of [child.stdout, child.stderr]) stream?.destroy()
}

/** Ends a program after `STEP_MAX_MS`, with a word. */
function startEndingIfItHangs(child: ChildProcess, say: (words: string) => void): { forget: () => void } {
  const timers = [
    setTimeout(() => {
      say(`Stopped: it took longer than ${STEP_MAX_MS / 60_000} minutes.`)
      child.kill('SIGINT')
      timers.push(setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS))
    }, STEP_MAX_MS),
  ]
  return { forget: () => timers.forEach(clearTimeout) }
}

/** Runs a step, and once more if it fails, and names it either way. Keeps what the first try said last. */
export async function runStepTwiceIfItFails(step: Step): Promise<StepResult> {
  const first = await runStep(step)
  if (first.hasPassed) return first
  const second = await runStep(step)
  if (!second.hasPassed) return second
  return { ...second, failedFirst: first.line, ...(first.lastWords && { lastWords: first.lastWords }) }
}

/** A step that writes into our pipe uses colours if we write to a terminal. */
function colorOf({ isTTY }: NodeJS.WriteStream): Record<string, string> {
  return isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
}
