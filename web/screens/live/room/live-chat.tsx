import { MessagesSquare } from 'lucide-react'
import { Suspense } from 'react'

import { getChannel } from '#contract/channels/calls.ts'
import { messageAddress } from '#contract/channels/message-address.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { livePath } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { isUnderWay } from '#contract/live/rules.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Chat } from '#web/features/channel/chat.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { liveTexts } from '../messages.ts'
import { ChatRules } from './chat-rules.tsx'

const texts = liveTexts.chat
const AskPoll = lazyPart(async () => (await import('#web/features/polls/ask-poll.tsx')).AskPoll)

/** What people write to each other beside the questions; afterwards it is read. */
export function LiveChat({
  session,
  pageName,
  onClosed,
}: {
  session: LiveSession
  pageName: string
  onClosed: () => void
}) {
  const { _id: id, pageHandle, state } = session
  const channel = useQuery(getChannel, { channelId: id }).data
  const path = livePath(pageHandle, id)
  return (
    <Chat
      channelId={id}
      label={texts.log}
      placeholder={texts.write}
      tools={
        channel?.mayModerate === true && (
          <Suspense>
            <AskPoll channelId={id} pageHandle={pageHandle} />
          </Suspense>
        )
      }
      empty={
        <EmptyState icon={<MessagesSquare />} title={texts.emptyTitle} className="border-none">
          {isUnderWay(state) ? channel?.mayWrite === true && texts.empty : texts.emptyOver}
        </EmptyState>
      }
      renderInstead={({ whyNot }) =>
        whyNot === 'rules' ? (
          <ChatRules {...{ pageHandle, pageName }} />
        ) : (
          whyNot && (
            <p className="rounded-card bg-wash px-4 py-3 text-base text-ink-soft">
              {whyNot === 'ended' ? texts.closed : channelMessages.whyNot[whyNot]}
            </p>
          )
        )
      }
      onClosed={onClosed}
      onThread={null}
      linkOf={(seq) => messageAddress(path, seq)}
    />
  )
}
