import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { type ClockWatch, isClockRight, startClockWatch } from './clock-watch.ts'
import { enqueue, type Job } from './define-job.ts'
import { type JobRunner, startJobs } from './runner.ts'

const DAY_MS = 86_400_000

let app: TestApp
let clock: ClockWatch
let runner: JobRunner | null = null
let aheadMs = 0
const ran: string[] = []

const note: Job<{ word: string }> = {
  maxAttempts: 25,
  cron: null,
  reachesOut: false,
  name: 'test.note',
  payload: z.object({ word: z.string() }),
  run: async (_, { word }) => void ran.push(word),
}

beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  await runner?.stop()
  runner = null
  ran.length = 0
  aheadMs = 0
})
afterAll(() => app.close())

/** Works through the queue with a clock that is ahead by `aheadMs`. */
async function work(): Promise<void> {
  clock = startClockWatch(app.platform.database.askForTime, app.platform.log, {
    wallMs: () => Date.now() + aheadMs,
    steadyMs: () => performance.now(),
  })
  runner = await startJobs(app.platform, [note] as Job[], clock)
}

async function setClock(toMs: number): Promise<void> {
  aheadMs = toMs
  await clock.look()
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}

test('a minute apart is right, more is not, in both directions', () => {
  const now = Date.now()
  for (const [apartMs, isRight] of [
    [0, true],
    [60_000, true],
    [60_001, false],
    [-60_001, false],
    [DAY_MS, false],
  ] as const)
    expect(isClockRight(now, now + apartMs)).toBe(isRight)
})

test.each([DAY_MS, -DAY_MS])(
  'jobs wait while the clock is a day wrong (%d ms), and go on once it is right',
  async (wrongMs) => {
    await work()
    await enqueue(app.db, note, { word: 'before' })
    await until(() => ran.includes('before'))
    await setClock(wrongMs)
    expect(clock.isRight()).toBe(false)
    await sleep(300)
    await enqueue(app.db, note, { word: 'meanwhile' })
    await sleep(1500)
    expect(ran).not.toContain('meanwhile')
    await setClock(0)
    await until(() => ran.includes('meanwhile'))
  },
)

test('a node that starts with a wrong clock works once it is right', async () => {
  aheadMs = DAY_MS
  await work()
  await enqueue(app.db, note, { word: 'late' })
  await sleep(1500)
  expect(ran).toEqual([])
  await setClock(0)
  await until(() => ran.includes('late'))
})
