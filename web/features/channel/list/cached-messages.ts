import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import { getChannel, listMessages } from '#contract/channels/calls.ts'
import type { Message } from '#contract/channels/message.ts'
import type { InputOf, OutputOf } from '#contract/http/route.ts'

/*
 * What this page knows of a channel's messages: pages of lists, and the pinned ones. Answers of calls and events change
 * them in place, so that nothing is loaded again and nothing jumps.
 */

export type MessagePages = InfiniteData<OutputOf<typeof listMessages>, InputOf<typeof listMessages>>

/** Changes every copy of a channel's messages; `null` takes one out. */
export function changeMessages(
  client: QueryClient,
  channelId: string,
  change: (message: Message) => Message | null,
): void {
  const changed = (messages: readonly Message[]) =>
    messages.flatMap((message) => {
      const after = change(message)
      return after ? [after] : []
    })
  client.setQueriesData<MessagePages>(
    { predicate: ({ queryKey }) => isListOf(queryKey, channelId) },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, messages: changed(page.messages) })),
      },
  )
  client.setQueriesData<OutputOf<typeof getChannel>>(
    { predicate: ({ queryKey }) => queryKey[2] === getChannel.path && ofChannel(queryKey[3], channelId) },
    (known) => known && { ...known, pins: changed(known.pins) },
  )
}

/** Replies that their roots' numbers have in them, by channel and number. */
const counted = new WeakMap<QueryClient, Set<string>>()

/** Answers true once: a thread that isn't loaded yet doesn't show that the answer and the event are of one reply. */
function isFirstTime(client: QueryClient, channelId: string, seq: number): boolean {
  const before = counted.get(client) ?? new Set()
  counted.set(client, before)
  const key = `${channelId} ${seq}`
  if (before.has(key)) return false
  before.add(key)
  return true
}

/** Puts a message that is new here into the lists it belongs to: roots at the side where the newest are. */
export function addMessage(client: QueryClient, channelId: string, message: Message): void {
  const { rootSeq } = message
  if (rootSeq !== null && isFirstTime(client, channelId, message.seq))
    changeMessages(client, channelId, (other) =>
      other.seq === rootSeq ? { ...other, replyCount: other.replyCount + 1 } : other,
    )
  client.setQueriesData<MessagePages>(
    {
      predicate: ({ queryKey }) =>
        isListOf(queryKey, channelId) && ((queryKey[3] as ListInput).rootSeq ?? null) === rootSeq,
    },
    (known) => known && withNew(known, message),
  )
}

type ListInput = InputOf<typeof listMessages>

/** A message that stands in a list already. */
export function findKnown(client: QueryClient, channelId: string, seq: number): Message | undefined {
  return client
    .getQueriesData<MessagePages>({ predicate: ({ queryKey }) => isListOf(queryKey, channelId) })
    .flatMap(([, known]) => known?.pages.flatMap(({ messages }) => messages) ?? [])
    .find((message) => message.seq === seq)
}

function withNew(known: MessagePages, message: Message): MessagePages {
  if (known.pages.some(({ messages }) => messages.some(({ seq }) => seq === message.seq))) return known
  const input = known.pageParams[0]
  const isOldestFirst =
    input?.order === 'oldest' || (input?.rootSeq !== undefined && input.order === undefined)
  const at = isOldestFirst ? known.pages.length - 1 : 0
  return {
    ...known,
    pages: known.pages.map((page, index) =>
      index === at
        ? { ...page, messages: isOldestFirst ? [...page.messages, message] : [message, ...page.messages] }
        : page,
    ),
  }
}

/** Lists are kept under the key of their call, with a word behind it. */
export function isListOf(key: readonly unknown[], channelId: string): boolean {
  return key[2] === listMessages.path && key[4] === 'pages' && ofChannel(key[3], channelId)
}

function ofChannel(input: unknown, channelId: string): boolean {
  return typeof input === 'object' && input !== null && 'channelId' in input && input.channelId === channelId
}
