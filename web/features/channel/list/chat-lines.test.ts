import { expect, test } from 'vitest'

import type { Message } from '#contract/channels/message.ts'

import { linesOf } from './chat-lines.ts'

function aMessage(seq: number, authorId: string, writtenAt: string): Message {
  return {
    _id: `${seq}`,
    seq,
    rootSeq: null,
    quotedSeq: null,
    quoted: null,
    author: {
      _id: authorId,
      name: authorId,
      profileImage: null,
      isCreator: false,
      isModerator: false,
      plan: null,
    },
    body: '',
    mentions: [],
    state: 'visible',
    because: null,
    media: [],
    mediaCount: 0,
    pollId: null,
    reactions: [],
    replyCount: 0,
    isPinned: false,
    writtenAt,
    editedAt: null,
  }
}

function shown(messages: Message[], readSeq: number | null): string[] {
  return linesOf(messages, { readSeq, ownId: 'me' }).map((line) =>
    line.kind === 'message' ? `${line.isFirst ? 'name ' : ''}${line.message.seq}` : line.kind,
  )
}

const DAY = '2026-03-14T12:00:00Z'
const SOON = '2026-03-14T12:04:00Z'
const LATER = '2026-03-14T12:20:00Z'
const NEXT_DAY = '2026-03-16T12:00:00Z'

test('messages of one author are read as one for five minutes, and no longer', () => {
  const messages = [
    aMessage(1, 'ana', DAY),
    aMessage(2, 'ana', SOON),
    aMessage(3, 'ana', LATER),
    aMessage(4, 'ravi', LATER),
  ]
  expect(shown(messages, null)).toEqual(['day', 'name 1', '2', 'name 3', 'name 4'])
})

test('a day begins with a line, and with a name', () => {
  expect(shown([aMessage(1, 'ana', DAY), aMessage(2, 'ana', NEXT_DAY)], null)).toEqual([
    'day',
    'name 1',
    'day',
    'name 2',
  ])
})

test('what was written since the reader was here begins with a line, once, and not with their own', () => {
  const messages = [
    aMessage(1, 'ana', DAY),
    aMessage(2, 'me', DAY),
    aMessage(3, 'ana', DAY),
    aMessage(4, 'ana', DAY),
  ]
  expect(shown(messages, 1)).toEqual(['day', 'name 1', 'name 2', 'new', 'name 3', '4'])
  expect(shown(messages, 4)).not.toContain('new')
  expect(shown(messages, 0)).not.toContain('new')
})
