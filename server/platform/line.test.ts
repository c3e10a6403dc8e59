import { describe, expect, test } from 'vitest'

import { workFor, workForKnown } from './callers.ts'
import { Failure } from './failure.ts'
import { createLine, type Line } from './line.ts'

const LIMITS = { atOnce: 1, waitingMax: 6, waitingPerCaller: 4, retryAfterSeconds: 3 }

interface Given {
  isKnown?: boolean
  isLate?: boolean
  signal?: AbortSignal
}

/** A line, what was done in it in order, and a hand that ends what is being done. */
function aLine(limits: Partial<typeof LIMITS> = {}) {
  const line: Line = createLine({ ...LIMITS, ...limits })
  const done: string[] = []
  const ends: (() => void)[] = []
  const bring = (key: string, name: string, { isKnown = false, isLate = false, signal }: Given = {}) => {
    const caller = { key, isKnown, signal: signal ?? new AbortController().signal }
    const outcome = workFor(caller, () =>
      line.run(
        async () => {
          done.push(name)
          await new Promise<void>((resolve) => ends.push(resolve))
          return name
        },
        { isLate },
      ),
    ).catch((error: unknown) => (error instanceof Failure ? error.spec.code : String(error)))
    return outcome
  }
  const finish = async () => {
    for (let rounds = 0; rounds < 100; rounds += 1) {
      await new Promise(setImmediate)
      ends.shift()?.()
    }
  }
  return { line, done, ends, bring, finish }
}

describe('a line', () => {
  test('lets callers take turns, however many somebody sends', async () => {
    const { bring, done, finish } = aLine()
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => bring('a', name))
    all.push(bring('b', 'b1'), bring('c', 'c1'), bring('b', 'b2'))
    await finish()
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'])
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  test('refuses what one caller brings beyond their places, at once and with a time to come back', async () => {
    const { bring, ends } = aLine()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void bring('a', name)
    expect(await bring('a', 'a6')).toBe('busy')
    expect(ends).toHaveLength(1)
    const refused = await workFor({ key: 'a', isKnown: false, signal: new AbortController().signal }, () =>
      aFull().run(async () => 1),
    ).catch((error: unknown) => error)
    expect(refused).toMatchObject({ retryAfterSeconds: 3, spec: { status: 429 } })
  })

  test('that is full gives somebody’s last place to another’s first, and refuses who brings no less', async () => {
    const { bring, done, finish } = aLine()
    const ofA = ['a1', 'a2', 'a3', 'a4'].map((name) => bring('a', name))
    const ofB = ['b1', 'b2', 'b3'].map((name) => bring('b', name))
    // Six wait; the last of them is somebody's fourth.
    const ofC = bring('c', 'c1')
    expect(await ofA[3]).toBe('busy')
    expect(await bring('b', 'b4')).toBe('busy')
    await finish()
    expect(await ofC).toBe('c1')
    expect(await Promise.all([...ofA, ...ofB])).toEqual(['a1', 'a2', 'a3', 'busy', 'b1', 'b2', 'b3'])
    expect(done.indexOf('c1')).toBe(2)
  })

  test('serves people who are known before strangers, and what is late after everybody', async () => {
    const { bring, done, finish } = aLine()
    void bring('a', 'first')
    void bring('r', 'late', { isKnown: true, isLate: true })
    for (const key of ['b', 'c', 'd']) void bring(key, `stranger ${key}`)
    void bring('m', 'known', { isKnown: true })
    await finish()
    expect(done).toEqual(['first', 'known', 'stranger b', 'stranger c', 'stranger d', 'late'])
  })

  test('has a place for who is known though strangers of any number fill it', async () => {
    const { bring, done, finish } = aLine()
    const outcomes = Array.from({ length: 30 }, (_, index) => bring(`address ${index}`, `stranger ${index}`))
    const known = bring('m', 'known', { isKnown: true })
    await finish()
    expect(await known).toBe('known')
    expect(done[1]).toBe('known')
    expect((await Promise.all(outcomes)).filter((outcome) => outcome === 'busy')).toHaveLength(24)
  })

  test('does nothing for those who have hung up, and gives their places to others', async () => {
    const { bring, done, finish } = aLine()
    void bring('z', 'running')
    const gone = new AbortController()
    const left = ['a1', 'a2', 'a3', 'a4'].map((name) => bring('a', name, { signal: gone.signal }))
    gone.abort(new Error('hung up'))
    expect(await Promise.all(left)).toEqual(Array.from({ length: 4 }, () => 'Error: hung up'))
    expect(await bring('a', 'later', { signal: gone.signal })).toBe('Error: hung up')
    const others = ['b', 'c', 'd', 'e', 'f', 'g'].map((key) => bring(key, key))
    await finish()
    expect(await Promise.all(others)).toEqual(['b', 'c', 'd', 'e', 'f', 'g'])
    expect(done.some((name) => name.startsWith('a'))).toBe(false)
  })

  test('goes on when what it does fails, and refuses nothing that nobody waits for', async () => {
    const line = createLine({ ...LIMITS, waitingMax: 0 })
    const failing = line.run(() => Promise.reject(new Error('broken')))
    const jobs = Array.from({ length: 20 }, (_, index) => line.run(async () => index))
    await expect(failing).rejects.toThrow('broken')
    expect(await Promise.all(jobs)).toHaveLength(20)
  })

  test('counts somebody who is known by themselves, not by the address they share', async () => {
    const { line, bring, done, finish } = aLine()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void bring('school', name)
    const caller = { key: 'school', isKnown: false, signal: new AbortController().signal }
    const known = workFor(caller, () =>
      workForKnown('ravi', () =>
        line.run(async () => {
          done.push('ravi')
          return 'ok'
        }),
      ),
    )
    await finish()
    expect(await known).toBe('ok')
    expect(done[1]).toBe('ravi')
  })
})

/** A line in which no more may wait. */
function aFull(): Line {
  const line = createLine({ ...LIMITS, waitingMax: 0, waitingPerCaller: 0 })
  const signal = new AbortController().signal
  void workFor({ key: 'a', isKnown: false, signal }, () => line.run(() => new Promise(() => undefined)))
  return line
}
