import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'

/*
 * Notes every SQL text that the product sends while it is tested, and which file of ours sent it, for
 * `statement-plans.test.ts`. Costs a look into a set per statement. What a test sends itself is left out.
 */
const folder = process.env['RECORD_STATEMENTS']
const ROOT = path.join(import.meta.dirname, '../..')
/** Files of ours from which a statement may come; the tests and what they share are not of interest. */
const OURS = /^server\/(?:domains|platform)\/.+\.ts$/
const PASSES_ON = /^server\/platform\/db\/(?:query|statement-names|transaction|open|reading)\.ts$/
const TESTS = /^(?:server\/testing|tests|sandbox)\/|\.test\.ts$|testing\.ts$/

interface Recorder {
  seen: Set<string>
  fresh: { text: string; sender: string }[]
}
// Files share their process, and this module is loaded for each of them.
const holder = globalThis as { statementRecorder?: Recorder }

/** As far as a handler is away from its statement. */
const FRAMES = 60

/**
 * The file that sent it: the innermost frame that does not merely pass it on; null: a test. The frames are read as they
 * are: turning them into text, with the lines of the sources, costs more than sending the statement.
 */
function findSender(): string | null {
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES
  Error.prepareStackTrace = (_, frames) => frames
  const { stack } = new Error('where') as { stack: unknown }
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  // The first two are in this file.
  for (const frame of (stack as NodeJS.CallSite[]).slice(2)) {
    const file = path.relative(ROOT, frame.getFileName() ?? '')
    if (TESTS.test(file)) return null
    if (OURS.test(file) && !PASSES_ON.test(file)) return file
  }
  return null
}

function startRecording(): Recorder {
  const recorder: Recorder = { seen: new Set(), fresh: [] }
  // oxlint-disable-next-line typescript/unbound-method -- called with the client it was called on
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  function recordAndSend(this: pg.Client, ...args: unknown[]): unknown {
    const [query] = args
    const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text
    if (typeof text === 'string' && !recorder.seen.has(text)) {
      const sender = findSender()
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
