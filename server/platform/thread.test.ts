import { expect, test } from 'vitest'

import { openThread, ThreadBusy, ThreadFailed } from './thread.ts'

const script = new URL('./thread.fixture.ts', import.meta.url)
const LIMITS = { processorMs: 10_000, timeoutMs: 20_000, memoryMb: 64, waitingMax: 10, idleMs: 50 }

function open(limits: Partial<typeof LIMITS> = {}) {
  return openThread<string, { said: string; thread: number }>(script, { ...LIMITS, ...limits })
}

test('a thread answers one question after another, and ends when it is idle', async () => {
  const thread = open()
  const answers = await Promise.all(['one', 'two', 'three'].map((word) => thread.ask(word)))
  expect(answers.map(({ said }) => said)).toEqual(['one', 'two', 'three'])
  expect(new Set(answers.map((answer) => answer.thread)).size).toBe(1)
  await expect
    .poll(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return (await thread.ask('again')).thread
    })
    .not.toBe(answers[0]?.thread)
})

test.each([
  ['throws', 'throw', {}],
  ['ends', 'exit', {}],
  ['fills its memory', 'fill', {}],
  ['works without end', 'loop', { processorMs: 500 }],
  ['never answers', 'silence', { timeoutMs: 500 }],
])('a thread that %s is an ordinary failure, and the next question is answered', async (_, word, limits) => {
  const thread = open(limits)
  const [failure, after] = await Promise.allSettled([thread.ask(word), open().ask('after')])
  expect(failure).toMatchObject({ status: 'rejected', reason: expect.any(ThreadFailed) })
  expect(after).toMatchObject({ status: 'fulfilled', value: { said: 'after' } })
  if (word !== 'silence') expect(await thread.ask('after')).toMatchObject({ said: 'after' })
})

test('what a thread has to wait for is not held against its question, nor what it did before', async () => {
  const thread = open({ processorMs: 700 })
  const words = ['wait', 'work', 'work', 'work']
  const answers = await Promise.all(words.map((word) => thread.ask(word)))
  expect(answers.map(({ said }) => said)).toEqual(words)
  expect(new Set(answers.map((answer) => answer.thread)).size).toBe(1)
})

test('a question that waits gives the one before it no more time', async () => {
  const thread = open({ processorMs: 500 })
  const [failure, after] = await Promise.allSettled([thread.ask('loop'), thread.ask('after')])
  expect(failure).toMatchObject({ status: 'rejected', reason: expect.any(ThreadFailed) })
  expect(after).toMatchObject({ status: 'fulfilled', value: { said: 'after' } })
})

test('no more questions wait than allowed', async () => {
  const thread = open({ waitingMax: 2 })
  const asked = ['one', 'two', 'three', 'four'].map((word) => thread.ask(word))
  const results = await Promise.allSettled(asked)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(results[3]).toMatchObject({ reason: expect.any(ThreadBusy) })
})
