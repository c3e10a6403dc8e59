import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { isRunning, lie, work } from './pool-testing.ts'
import { createProcessPool, type PoolOptions, type ProcessPool } from './process-pool.ts'
import { ProcessDied, TaskFailed } from './task.ts'

/** Where the processors are always busy, nearly none is spare: half a minute for a moment's work. */
const PATIENT = { timeout: 240_000 }

let pool: ProcessPool
function open(options: Partial<PoolOptions> = {}): ProcessPool {
  pool = createProcessPool({ size: 1, memoryMb: 700, heapMb: 64, fileWork: 'shared', ...options })
  return pool
}
afterEach(() => pool.close())

describe('a process of a pool', () => {
  test('runs one task after another, and ends when it is idle', async () => {
    open({ idleMs: 200 })
    const first = await pool.run(work, 'echo')
    expect(first.pid).not.toBe(process.pid)
    expect((await pool.run(work, 'echo')).pid).toBe(first.pid)
    await expect.poll(() => isRunning(first.pid), { timeout: 5000 }).toBe(false)
    expect((await pool.run(work, 'echo')).pid).not.toBe(first.pid)
  })

  test('is one of as many as the pool allows at a time', async () => {
    open({ size: 2 })
    const done = await Promise.all(Array.from({ length: 6 }, () => pool.run(work, 'echo')))
    expect(new Set(done.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2)
  })

  test.each([
    ['exits', 'exit', /ended with 7/],
    ['is killed', 'kill', /ended with SIGKILL/],
    ['throws where nobody catches it', 'throw later', /ended with 1/],
    ['fills its heap', 'fill the heap', /ended with/],
  ])('that %s is an ordinary failure, and the next task runs', async (_, what, said) => {
    open()
    const failure = await pool.run(work, what).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProcessDied)
    expect(String(failure)).toMatch(said)
    expect((await pool.run(work, 'echo')).what).toBe('echo')
  })

  test.runIf(process.platform === 'linux')('gets no more memory than allowed', async () => {
    open()
    await expect(pool.run(work, 'fill the memory')).rejects.toThrow()
    expect((await pool.run(work, 'echo')).what).toBe('echo')
  })

  test('is killed when it hangs, with the programs it started', async () => {
    open()
    const pids: number[] = []
    const hanging = pool.run({ ...work, timeoutMs: 4000 }, 'hang with a program', {
      onReport: (said) => pids.push(Number(said)),
    })
    await expect(hanging).rejects.toThrow(/took longer than 4 s/)
    expect(pids).toHaveLength(2)
    for (const pid of pids) await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false)
  })

  test('reports what a task throws, and is kept', async () => {
    open()
    const { pid } = await pool.run(work, 'echo')
    const failure = await pool.run(work, 'fail').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TaskFailed)
    expect(failure).toMatchObject({ errorName: 'RangeError', message: 'out of range' })
    expect((await pool.run(work, 'echo')).pid).toBe(pid)
  })

  test('has its answers checked, and one that lied gets no further task', async () => {
    open()
    const before = await pool.run(work, 'echo')
    await expect(pool.run(lie, undefined)).rejects.toThrow(/answered with something else/)
    expect((await pool.run(work, 'echo')).pid).not.toBe(before.pid)
  })

  test('is killed when its report is refused', async () => {
    open()
    const refusing = pool.run(work, 'hang with a program', {
      onReport() {
        throw new Error('not that')
      },
    })
    await expect(refusing).rejects.toThrow('not that')
    // The only slot is free again.
    expect((await pool.run(work, 'echo')).what).toBe('echo')
  })

  test('is killed when its pool is closed, which takes no more', async () => {
    open()
    const pids: number[] = []
    const hanging = pool
      .run(work, 'hang with a program', { onReport: (said) => pids.push(Number(said)) })
      .catch((error: unknown) => error)
    await expect.poll(() => pids).toHaveLength(2)
    await pool.close()
    expect(await hanging).toBeInstanceOf(ProcessDied)
    expect(isRunning(pids[0] ?? 0)).toBe(false)
    await expect(pool.run(work, 'echo')).rejects.toThrow(ProcessDied)
  })

  test('is killed when the caller gives up', async () => {
    open()
    const abort = new AbortController()
    const running = pool.run(work, 'hang', { signal: abort.signal })
    await sleep(100)
    abort.abort(new Error('not wanted'))
    await expect(running).rejects.toThrow('not wanted')
  })

  test.each([
    ['spare', 19],
    ['shared', 10],
  ] as const)(
    'and what it starts have the processor time that is %s',
    PATIENT,
    async (fileWork, niceness) => {
      const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-ffprobe-'))
      await fs.writeFile(path.join(folder, 'ffprobe'), '#!/bin/sh\nexec nice\n', { mode: 0o755 })
      vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`)
      try {
        open({ fileWork })
        const { pid, what } = await pool.run({ ...work, timeoutMs: PATIENT.timeout / 2 }, 'run ffprobe')
        expect([os.getPriority(pid), Number(what)]).toEqual([niceness, niceness])
      } finally {
        vi.unstubAllEnvs()
        await fs.rm(folder, { recursive: true })
      }
    },
  )

  test('knows none of our secrets', async () => {
    process.env['SECRET_OF_A_TEST'] = 'x'
    open()
    expect((await pool.run(work, 'environment')).what).not.toContain('SECRET_OF_A_TEST')
  })
})
