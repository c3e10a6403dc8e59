import { MessagesSquare } from 'lucide-react'
import { Suspense } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getChannel } from '#contract/channels/calls.ts'
import { getConversation, listConversations } from '#contract/conversations/calls.ts'
import { ACCESS } from '#contract/realtime.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { useQuery } from '#web/api/use-query.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { useParams } from '#web/routing/match-path.ts'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { ConversationList } from './conversation-list.tsx'
import { messagesTexts as texts } from './messages.ts'

const ConversationView = lazyPart(async () => (await import('./conversation-view.tsx')).ConversationView)
const Compose = lazyPart(async () => (await import('./compose.tsx')).Compose)

const WRITTEN = [listConversations, getConversation] as const
const READ = [getConversation] as const
const CONCERNED = [listConversations, getConversation, getChannel] as const

/** The viewer's conversations and the open one: beside each other where there is room, one after another on phones. */
export function MessagesScreen() {
  const { conversationId = null } = useParams()
  const user = useQuery(getLoggedInUser, {}).data?.user
  useRefreshOn('conversations', WRITTEN)
  useRefreshOn('read', READ)
  useRefreshOn(ACCESS, CONCERNED)
  const isAnyOpen = conversationId !== null

  return (
    <div
      data-open-chat={isAnyOpen || undefined}
      className="flex h-[calc(100dvh-var(--top-bar)-var(--bottom-bar))] min-h-96 lg:h-dvh"
    >
      <div
        className={classNames(
          'min-h-0 w-full overflow-y-auto overscroll-contain border-line lg:block lg:w-88 lg:shrink-0 lg:border-e',
          isAnyOpen && 'hidden',
        )}
      >
        <ConversationList
          openId={conversationId}
          pageHandle={user?.isCreator ? (user.pageHandle ?? null) : null}
        />
      </div>
      {/* The list, which has it, isn't there beside an open conversation on phones. */}
      {isAnyOpen && <h1 className="sr-only lg:hidden">{texts.title}</h1>}
      <div className={classNames('min-w-0 flex-1', isAnyOpen ? 'flex' : 'hidden lg:flex')}>
        {conversationId === null ? (
          <div className="grid flex-1 place-items-center p-6">
            <EmptyState icon={<MessagesSquare />} title={texts.chooseTitle} className="border-none">
              {texts.choose}
            </EmptyState>
          </div>
        ) : (
          <Suspense>
            {conversationId === 'new' ? (
              <Compose />
            ) : (
              <ConversationView key={conversationId} conversationId={conversationId} />
            )}
          </Suspense>
        )}
      </div>
    </div>
  )
}
