import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { catchUp, type FollowedTopic, followTopic } from './followed-topic.ts'
import type { Stream } from './stream.ts'

const TOPIC = 'room:1'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aStream(followed: FollowedTopic, sent: number | null) {
  const written: string[] = []
  const checkSoon = vi.fn<() => void>()
  const stream: Stream = {
    sent: new Map([[TOPIC, sent]]),
    held: new Map([[TOPIC, []]]),
    keptApart: new Set(),
    write: (bytes) =>
      void written.push(...[...bytes.matchAll(/^id: room:1:(\d+)$/gm)].map(([, seq]) => seq ?? '')),
    checkSoon,
    isCheckDue: () => false,
    findViewer: async () => null,
    keepAlive: () => undefined,
    end: () => undefined,
  }
  followed.streams.add(stream)
  return { stream, written, checkSoon }
}

function news(seq: number, ...seqs: number[]) {
  return {
    topic: TOPIC,
    seq,
    events: seqs.map((each) => ({ seq: each, name: 'message', data: '{}', byId: null })),
  }
}

test('a stream that is still reading older events gets newer ones after them, and none twice', () => {
  const followed = followTopic()
  followed.readSeq = 5
  const live = aStream(followed, 5)
  const late = aStream(followed, null)
  followed.deliver(news(7, 6, 7))
  expect([live.written, late.written]).toEqual([['6', '7'], []])
  catchUp(late.stream, news(6, 4, 5, 6), { since: 3, isRepeated: true })
  expect(late.written).toEqual(['4', '5', '6', '7'])
  followed.deliver(news(8, 8))
  expect([live.written.at(-1), late.written.at(-1)]).toEqual(['8', '8'])
})

test('thousands of streams are written four times a second, and lose nothing', () => {
  const followed = followTopic()
  followed.readSeq = 0
  const streams = Array.from({ length: 2000 }, () => aStream(followed, 0))
  const writtenTo = () => new Set(streams.map(({ written }) => written.join(' ')))
  vi.advanceTimersByTime(1000)
  followed.deliver(news(1, 1))
  expect(writtenTo()).toEqual(new Set(['1']))
  followed.deliver(news(2, 2))
  vi.advanceTimersByTime(100)
  followed.deliver(news(3, 3))
  expect(writtenTo()).toEqual(new Set(['1']))
  vi.advanceTimersByTime(150)
  expect(writtenTo()).toEqual(new Set(['1 2 3']))
})

test('only who may do something else now is asked again', () => {
  const followed = followTopic()
  followed.readSeq = 0
  const { checkSoon } = aStream(followed, 0)
  followed.deliver(news(1, 1))
  expect(checkSoon).not.toHaveBeenCalled()
  followed.deliver({ topic: TOPIC, seq: 2, events: [{ seq: 2, name: 'access', data: '{}', byId: null }] })
  expect(checkSoon).toHaveBeenCalled()
})

test('what holds content is not sent again: whoever returns fetches it anew', () => {
  const followed = followTopic()
  const back = aStream(followed, null)
  catchUp(back.stream, news(7, 6, 7), { since: 5, isRepeated: false })
  const current = aStream(followed, null)
  catchUp(current.stream, news(7), { since: 7, isRepeated: false })
  expect([back.written, current.written]).toEqual([['7'], []])
})

test('people who are kept apart are told nothing of each other', () => {
  const followed = followTopic()
  followed.readSeq = 5
  const apart = aStream(followed, 5)
  const other = aStream(followed, 5)
  apart.stream.keptApart = new Set(['ravi'])
  followed.deliver({
    topic: TOPIC,
    seq: 7,
    events: [
      { seq: 6, name: 'message', data: '{}', byId: 'ravi' },
      { seq: 7, name: 'message', data: '{}', byId: 'meera' },
    ],
  })
  expect([apart.written, other.written]).toEqual([['7'], ['6', '7']])
  expect(apart.stream.sent.get(TOPIC)).toBe(7)
})
