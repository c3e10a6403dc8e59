import { channelMessages } from '#contract/channels/messages.ts'
import type { Message } from '#contract/channels/message.ts'
import { When } from '#web/features/time/when.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

import { wordsOf } from './message-words.ts'

/** Messages in short; each opens where it stands. */
export function FoundMessages({
  messages,
  onOpen,
}: {
  messages: readonly Message[]
  onOpen: (message: Message) => void
}) {
  return (
    <ol className="space-y-1">
      {messages.map((message) => {
        const name = message.author?.name ?? channelMessages.formerMember
        return (
          <li key={message.seq}>
            <button
              type="button"
              onClick={() => onOpen(message)}
              className="-mx-3 flex w-[calc(100%+1.5rem)] gap-3 rounded-control px-3 py-2 text-start hover:bg-wash"
            >
              <Avatar name={name} src={message.author?.profileImage ?? null} size={32} className="mt-0.5" />
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2">
                  <bdi className="truncate font-semibold">{name}</bdi>
                  <When moment={message.writtenAt} className="shrink-0 text-xs text-ink-faint" />
                </span>
                <span dir="auto" className="line-clamp-3 wrap-break-word text-ink-soft">
                  {wordsOf(message)}
                </span>
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
