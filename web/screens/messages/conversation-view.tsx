import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck, MessagesSquare } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getChannel } from '#contract/channels/calls.ts'
import type { Message } from '#contract/channels/message.ts'
import { getConversation, listConversations } from '#contract/conversations/calls.ts'
import type { Conversation } from '#contract/conversations/conversation.ts'
import { refresh } from '#web/api/refresh.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Chat } from '#web/features/channel/chat.tsx'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { useSearchParams } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { conversationPath, MESSAGES_PATH, nameOf, titleOf } from './address.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { messagesTexts as texts } from './messages.ts'
import { RequestBar } from './request-bar.tsx'

const AroundView = lazyPart(async () => (await import('./around-view.tsx')).AroundView)
const GroupPanel = lazyPart(async () => (await import('./group-panel.tsx')).GroupPanel)

/** One conversation: who it is with, its messages, and what can be done about it. */
export function ConversationView({ conversationId }: { conversationId: string }) {
  const found = useQuery(getConversation, { conversationId })
  const conversation = found.data?._id === conversationId ? found.data : undefined
  usePageTitle(conversation ? titleOf(conversation) : null)

  if (found.error?.code === 'conversation_not_found')
    return (
      <Middle>
        <EmptyState
          icon={<MessagesSquare />}
          title={texts.goneTitle}
          className="border-none"
          action={<Button to={MESSAGES_PATH}>{texts.back}</Button>}
        >
          {texts.gonePlace}
        </EmptyState>
      </Middle>
    )
  if (conversation) return <Open conversation={conversation} />
  if (found.error)
    return (
      <Middle>
        <ErrorState title={texts.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
          {found.error.message}
        </ErrorState>
      </Middle>
    )
  return (
    <div className="flex flex-1 flex-col justify-end px-6 pb-6">
      <SkeletonList label={texts.loading} count={5} />
    </div>
  )
}

function Middle({ children }: { children: ReactNode }) {
  return <div className="grid flex-1 place-items-center p-6">{children}</div>
}

function Open({ conversation }: { conversation: Conversation }) {
  const client = useQueryClient()
  const [isGroupOpen, setIsGroupOpen] = useState(false)
  const around = Number(useSearchParams().get('around')) || null
  const { _id, kind, people, state, isBlockedByMe } = conversation
  const title = titleOf(conversation)
  const channel = useQuery(getChannel, { channelId: _id }).data
  const again = () => void refresh(client, [getConversation, listConversations, getChannel])

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConversationHeader
          conversation={conversation}
          isGroupOpen={isGroupOpen}
          onGroup={() => setIsGroupOpen(!isGroupOpen)}
          onChanged={again}
        />
        {around !== null ? (
          <Suspense>
            <AroundView channelId={_id} seq={around} />
          </Suspense>
        ) : (
          <Chat
            channelId={_id}
            label={texts.log(title)}
            placeholder={texts.write(title)}
            empty={
              <EmptyState icon={<MessagesSquare />} title={texts.emptyTitle} className="border-none">
                {texts.empty}
              </EmptyState>
            }
            renderInstead={({ whyNot }) =>
              state === 'requested' ? (
                <RequestBar conversation={conversation} onAnswered={again} />
              ) : (
                <ClosedNotice
                  whyNot={whyNot}
                  person={people[0] ?? null}
                  isBlockedByMe={isBlockedByMe}
                  onUnblocked={again}
                />
              )
            }
            renderBelow={(newest) =>
              channel?.mayWrite && <Receipt newest={newest} kind={kind} people={people} />
            }
            onClosed={again}
            onThread={null}
            onFar={(seq) => navigate(`${conversationPath(_id)}?around=${seq}`)}
            linkOf={null}
          />
        )}
      </div>
      {isGroupOpen && (
        <div className="absolute inset-0 z-10 flex min-h-0 flex-col bg-paper min-[80rem]:static min-[80rem]:w-80 min-[80rem]:shrink-0 min-[80rem]:border-s min-[80rem]:border-line">
          <Suspense>
            <GroupPanel conversation={conversation} onClose={() => setIsGroupOpen(false)} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** Who has read the newest message, below one's own; only where both show it. */
function Receipt({ newest, kind, people }: Pick<Conversation, 'kind' | 'people'> & { newest: Message }) {
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
