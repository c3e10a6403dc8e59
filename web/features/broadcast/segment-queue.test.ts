import { describe, expect, test } from 'vitest'

import { KEPT_MS, type Segment, type Sent, startQueue } from './segment-queue.ts'

const second = (name: number): Segment => ({ bytes: new Uint8Array([name]), durationMs: 1000 })

/** A line that answers what it is told to, and the queue before it. */
function aLine(answers: (name: number) => Sent) {
  const taken: number[] = []
  const resumed: boolean[] = []
  const queue = startQueue({
    send: ({ bytes: [name = 0] }) => {
      const sent = answers(name)
      if (sent === 'taken') taken.push(name)
      return Promise.resolve(sent)
    },
    resume: (isGap) => {
      resumed.push(isGap)
      return Promise.resolve('taken')
    },
    onProgress: () => undefined,
    wait: () => new Promise((resolve) => setTimeout(resolve, 1)),
  })
  return { queue, taken, resumed }
}

describe('what a creator broadcasts', () => {
  test('is sent in order, each part once', async () => {
    const { queue, taken } = aLine(() => 'taken')
    for (let name = 1; name <= 5; name++) queue.add(second(name))
    await queue.drain(1000)
    expect(taken).toEqual([1, 2, 3, 4, 5])
  })

  test('waits while the line is away, and goes on where it was', async () => {
    let isAway = true
    const { queue, taken, resumed } = aLine(() => (isAway ? 'away' : 'taken'))
    for (let name = 1; name <= 20; name++) queue.add(second(name))
    await queue.drain(20)
    expect(taken).toEqual([])
    isAway = false
    await queue.drain(1000)
    expect(taken).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(resumed).toEqual([])
  })

  test('is kept for thirty seconds; what is older is left out, and that is said before it goes on', async () => {
    let isAway = true
    const { queue, taken, resumed } = aLine(() => (isAway ? 'away' : 'taken'))
    for (let name = 1; name <= 40; name++) queue.add(second(name))
    await queue.drain(20)
    isAway = false
    await queue.drain(1000)
    expect(taken).toHaveLength(KEPT_MS / 1000)
    expect(taken[0]).toBe(11)
    expect(resumed).toEqual([true])
  })

  test('finds its number again when an answer was lost', async () => {
    let isFirst = true
    const { queue, taken, resumed } = aLine(() => {
      const sent = isFirst ? 'behind' : 'taken'
      isFirst = false
      return sent
    })
    queue.add(second(1))
    await queue.drain(1000)
    expect([taken, resumed]).toEqual([[1], [false]])
  })

  test('stops when the session is over', async () => {
    const { queue, taken } = aLine((name) => (name === 2 ? 'over' : 'taken'))
    for (let name = 1; name <= 3; name++) queue.add(second(name))
    await queue.drain(1000)
    queue.add(second(4))
    await queue.drain(20)
    expect(taken).toEqual([1])
  })
})
