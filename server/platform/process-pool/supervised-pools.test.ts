import { afterEach, describe, expect, test } from 'vitest'

import { isRunning, lie, work } from './pool-testing.ts'
import type { PoolOptions } from './process-pool.ts'
import { openSupervisedPools, type SupervisedPools } from './supervised-pools.ts'
import { ProcessDied, TaskFailed } from './task.ts'

const SMALL: PoolOptions = { size: 1, memoryMb: 700, heapMb: 64, fileWork: 'shared' }

let opened: SupervisedPools<'one' | 'other'>
function open() {
  opened = openSupervisedPools({ one: SMALL, other: SMALL })
  return opened.pools
}
afterEach(() => opened.close())

describe('supervised pools', () => {
  test('run tasks in processes, separate ones for each pool', async () => {
    const { one, other } = open()
    const [first, second] = [await one.run(work, 'echo'), await other.run(work, 'echo')]
    expect(first.what).toBe('echo')
    expect(new Set([process.pid, first.pid, second.pid]).size).toBe(3)
    expect((await one.run(work, 'again')).pid).toBe(first.pid)
  })

  test('report what a task throws, and that its process died', async () => {
    const { one } = open()
    const failure = await one.run(work, 'fail').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TaskFailed)
    expect(failure).toMatchObject({ errorName: 'RangeError', message: 'out of range' })
    await expect(one.run(work, 'exit')).rejects.toThrow(/ended with 7/)
    expect((await one.run(work, 'echo')).what).toBe('echo')
  })

  test("pass on a task's reports, and end it when a report is refused or the caller gives up", async () => {
    const { one } = open()
    const refusing = one.run(work, 'hang with a program', {
      onReport() {
        throw new Error('not that')
      },
    })
    await expect(refusing).rejects.toThrow('not that')
    const abort = new AbortController()
    const hanging = one.run(work, 'hang', { signal: abort.signal })
    abort.abort(new Error('not wanted'))
    await expect(hanging).rejects.toThrow('not wanted')
    // The only slot is free again.
    expect((await one.run(work, 'echo')).what).toBe('echo')
  })

  test('check every answer, and give a process that lied no further task', async () => {
    const { one } = open()
    const before = await one.run(work, 'echo')
    await expect(one.run(lie, undefined)).rejects.toThrow(/answered with something else/)
    expect((await one.run(work, 'echo')).pid).not.toBe(before.pid)
  })

  test('fail running tasks when the process that keeps them dies, then start a new one', async () => {
    const { one } = open()
    const { pid, parent } = JSON.parse((await one.run(work, 'family')).what) as Record<
      'pid' | 'parent',
      number
    >
    const hanging = one.run(work, 'hang').catch((error: unknown) => error)
    process.kill(parent, 'SIGKILL')
    expect(await hanging).toBeInstanceOf(ProcessDied)
    const next = JSON.parse((await one.run(work, 'family')).what) as Record<'pid' | 'parent', number>
    expect(next.parent).not.toBe(parent)
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false)
  })

  test('kill running tasks when they are closed, and take no more', async () => {
    const { one } = open()
    const hanging = one.run(work, 'hang').catch((error: unknown) => error)
    await opened.close()
    expect(await hanging).toBeInstanceOf(ProcessDied)
    await expect(one.run(work, 'echo')).rejects.toThrow(ProcessDied)
  })
})
