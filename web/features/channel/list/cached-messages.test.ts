import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { listMessages } from '#contract/channels/calls.ts'
import type { Message } from '#contract/channels/message.ts'
import { queryKey } from '#web/api/use-query.ts'

import { addMessage, findKnown, type MessagePages } from './cached-messages.ts'

const CHANNEL = '01900000-0000-7000-8000-000000000001'

function aMessage(seq: number, rootSeq: number | null = null): Message {
  return {
    _id: `${seq}`,
    seq,
    rootSeq,
    quotedSeq: null,
    quoted: null,
    author: null,
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
    writtenAt: '2026-03-14T12:00:00Z',
    editedAt: null,
  }
}

function aClient(messages: Message[]): QueryClient {
  const client = new QueryClient()
  const input = { channelId: CHANNEL }
  client.setQueryData<MessagePages>([...queryKey(listMessages, input, true), 'pages'], {
    pages: [{ messages, cursor: null, found: null }],
    pageParams: [input],
  })
  return client
}

test('a reply counts once, though its answer and its event arrive before its thread has loaded', () => {
  const client = aClient([aMessage(1)])
  for (const reply of [aMessage(2, 1), aMessage(2, 1), aMessage(3, 1)]) addMessage(client, CHANNEL, reply)
  expect(findKnown(client, CHANNEL, 1)?.replyCount).toBe(2)
})

test('a message that begins something stands in the list once', () => {
  const client = aClient([aMessage(1)])
  for (const message of [aMessage(2), aMessage(2)]) addMessage(client, CHANNEL, message)
  const lists = client.getQueriesData<MessagePages>({}).map(([, known]) => known?.pages[0]?.messages)
  expect(lists.map((messages) => messages?.map(({ seq }) => seq))).toEqual([[2, 1]])
})
