import { channelMessages } from '#contract/channels/messages.ts'
import type { ConversationSummary } from '#contract/conversations/conversation.ts'
import { CONVERSATION_FILTERS, type ConversationFilter } from '#contract/conversations/rules.ts'
import { shownParts } from '#web/features/channel/message/body-parts.ts'

import { messagesTexts as texts } from './messages.ts'

export const MESSAGES_PATH = '/messages'

export function conversationPath(id: string): string {
  return `${MESSAGES_PATH}/${id}`
}

/** The same address with what the list shows. */
export function withFilter(path: string, filter: ConversationFilter): string {
  return filter === 'all' ? path : `${path}?filter=${filter}`
}

/** What the list shows, by the address. */
export function filterIn(search: URLSearchParams): ConversationFilter {
  return CONVERSATION_FILTERS.find((known) => known === search.get('filter')) ?? 'all'
}

type Person = Pick<ConversationSummary['people'][number], 'name'>

export function nameOf({ name }: Person): string {
  return name ?? channelMessages.formerMember
}

/** What a conversation is called: a group's own name, or its people. `peopleCount` is with the viewer. */
export function titleOf({
  name,
  people,
  peopleCount,
}: {
  name: string
  people: readonly Person[]
  peopleCount?: number
}): string {
  if (name !== '') return name
  if (people.length === 0) return channelMessages.formerMember
  const others = (peopleCount ?? people.length + 1) - 1 - people.length
  const names = people.map(nameOf).join(', ')
  return others > 0 ? texts.others(names, others) : names
}

/** A message in a line. */
export function lineOf({
  body,
  mentions,
  mediaCount,
}: Pick<NonNullable<ConversationSummary['latest']>, 'body' | 'mentions' | 'mediaCount'>): string {
  const words = shownParts(body, mentions, channelMessages.formerMember)
    .map(({ text }) => text)
    .join('')
  return words === '' ? texts.files(Math.max(1, mediaCount)) : words
}
