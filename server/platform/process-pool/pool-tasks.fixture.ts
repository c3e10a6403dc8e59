import { spawn } from 'node:child_process'

import { runFfprobe } from '../ffmpeg/run-ffmpeg.ts'
import type { Report } from './task.ts'

/** Does what a test asks for, and returns the id of its process. */
export async function work(what: string, report: Report): Promise<{ pid: number; what: string }> {
  const hoard: unknown[] = []
  if (what === 'exit') process.exit(7)
  if (what === 'kill') process.kill(process.pid, 'SIGKILL')
  if (what === 'throw later') setImmediate(() => fail())
  if (what === 'fill the heap') for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
  if (what === 'fill the memory')
    for (let round = 0; round < 40; round++) hoard.push(Buffer.alloc(50_000_000, 1))
  if (what === 'fail') fail()
  if (what === 'hang with a program') {
    report(process.pid)
    report(spawn('sleep', ['60']).pid)
  }
  if (/^(?:hang|kill|throw)/.test(what)) await new Promise(() => setInterval(() => undefined, 1000))
  if (what === 'run ffprobe')
    return { pid: process.pid, what: await runFfprobe([], { cwd: '/', timeoutMs: 5000 }) }
  return { pid: process.pid, what: what === 'environment' ? Object.keys(process.env).join(' ') : what }
}

/** Answers with something other than promised. */
export async function lie(): Promise<number> {
  return JSON.parse('"a text"') as number
}

function fail(): never {
  throw new RangeError('out of range')
}
