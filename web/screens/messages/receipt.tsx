import { CheckCheck } from 'lucide-react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import type { Message } from '#contract/channels/message.ts'
import type { Conversation } from '#contract/conversations/conversation.ts'
import { useQuery } from '#web/api/use-query.ts'

import { nameOf } from './address.ts'
import { messagesTexts as texts } from './messages.ts'

/** Who has read the newest message, below one's own; only where both show it. */
export function Receipt({
  newest,
  kind,
  people,
}: Pick<Conversation, 'kind' | 'people'> & { newest: Message }) {
  const ownId = useQuery(getLoggedInUser, {}).data?.user._id
  if (newest.author === null || newest.author._id !== ownId) return null
  const readers = people.filter(({ readSeq }) => readSeq !== null && readSeq >= newest.seq)
  if (readers.length === 0) return null
  return (
    <p
      aria-live="polite"
      className="flex items-center gap-1.5 px-4 pt-1 ps-15 text-xs text-ink-faint sm:px-6 sm:ps-17"
    >
      <CheckCheck aria-hidden="true" className="size-3.5 shrink-0" />
      {kind === 'pair' ? texts.seen : texts.seenBy(readers.map(nameOf).join(', '))}
    </p>
  )
}
