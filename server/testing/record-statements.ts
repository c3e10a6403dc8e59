import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'

/*
 * Notes every SQL text that the product sends while it is tested, and which file of ours sent it, for
 * `statement-plans.test.ts`. Costs a look into a set per statement. What a test sends itself is left out.
 */
const folder = process.env['RECORD_STATEMENTS']
/** Frames of our own code from which a statement may come; those of the tests and of what they share are not of interest. */
const OURS = /\/(server\/(?:domains|platform)\/[^:)]+\.ts)/
const PASSES_ON = /server\/platform\/db\/(?:query|statement-names|transaction|open|reading)\.ts$/
const TESTS = /\/(?:server\/testing|tests|sandbox)\/|\.test\.ts|testing\.ts/

interface Recorder {
  seen: Set<string>
  fresh: { text: string; sender: string }[]
}
// Files share their process, and this module is loaded for each of them.
const holder = globalThis as { statementRecorder?: Recorder }

/** The file that sent it: the innermost frame that does not merely pass it on; null: a test. */
function senderOf(stack: string): string | null {
  // The first line is the message, the second this file.
  for (const frame of stack.split('\n').slice(2)) {
    if (TESTS.test(frame)) return null
    const file = OURS.exec(frame)?.[1]
    if (file !== undefined && !PASSES_ON.test(file)) return file
  }
  return null
}

function startRecording(): Recorder {
  const recorder: Recorder = { seen: new Set(), fresh: [] }
  // oxlint-disable-next-line typescript/unbound-method -- called with the client it was called on
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  Error.stackTraceLimit = 60
  function recordAndSend(this: pg.Client, ...args: unknown[]): unknown {
    const [query] = args
    const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text
    if (typeof text === 'string' && !recorder.seen.has(text)) {
      const sender = senderOf(new Error('where').stack ?? '')
      if (sender !== null) {
        recorder.seen.add(text)
        recorder.fresh.push({ text, sender })
      }
    }
    return send.apply(this, args)
  }
  pg.Client.prototype.query = recordAndSend as typeof pg.Client.prototype.query
  return recorder
}

if (folder !== undefined) {
  const recorder = (holder.statementRecorder ??= startRecording())
  afterAll(() => {
    const lines = recorder.fresh.splice(0).map((one) => `${JSON.stringify(one)}\n`)
    fs.mkdirSync(folder, { recursive: true })
    fs.appendFileSync(path.join(folder, `${process.pid}.ndjson`), lines.join(''))
  })
}
