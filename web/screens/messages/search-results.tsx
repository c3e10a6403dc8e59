import { listConversations, searchConversations } from '#contract/conversations/routes.ts'
import { useQuery } from '#web/api/use-query.ts'
import { messageAddress } from '#contract/channels/message-address.ts'
import { TimeAgo } from '#web/features/relative-time/time-ago.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { conversationPath, lineOf, titleOf } from './address.ts'
import { ConversationRow } from './conversation-row.tsx'
import { messagesTexts } from './messages.ts'

const texts = messagesTexts.found

/** Conversations whose people or name fit, and messages with all these words. */
export function SearchResults({ q, openId }: { q: string; openId: string | null }) {
  const named = useQuery(listConversations, { q })
  const said = useQuery(searchConversations, { q })
  const error = named.error ?? said.error
  const [conversations, messages] = [named.data?.conversations, said.data]
  if (error && (!conversations || !messages))
    return (
      <div className="mt-4 px-3">
        <ErrorState
          title={texts.failed}
          onRetry={() => void Promise.all([named.refetch(), said.refetch()])}
          isRetrying={named.isFetching || said.isFetching}
        >
          {error.message}
        </ErrorState>
      </div>
    )
  if (!conversations || !messages)
    return (
      <div className="mt-4 px-3">
        <SkeletonList label={texts.loading} count={3} />
      </div>
    )
  return (
    <div className="mt-4" aria-live="polite">
      {conversations.length === 0 && messages.length === 0 && (
        <p className="px-3 text-base text-ink-soft">{texts.none}</p>
      )}
      {conversations.length > 0 && (
        <section>
          <h2 className="px-3 text-xs font-semibold text-ink-faint">{texts.people}</h2>
          <ul className="mt-1 space-y-0.5">
            {conversations.map((conversation) => (
              <li key={conversation._id}>
                <ConversationRow conversation={conversation} isOpen={conversation._id === openId} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {messages.length > 0 && (
        <section className="mt-5">
          <h2 className="px-3 text-xs font-semibold text-ink-faint">{texts.messages}</h2>
          <ul className="mt-1 space-y-0.5">
            {messages.map((found) => (
              <li key={`${found.conversation._id} ${found.seq}`}>
                <Link
                  to={messageAddress(
                    `${conversationPath(found.conversation._id)}?around=${found.seq}`,
                    found.seq,
                  )}
                  className="block rounded-control px-3 py-2 hover:bg-wash"
                >
                  <span className="flex items-baseline gap-2">
                    <bdi className="min-w-0 flex-1 truncate text-sm font-medium text-ink">
                      {titleOf(found.conversation)}
                    </bdi>
                    <TimeAgo moment={found.writtenAt} className="shrink-0 text-xs text-ink-faint" />
                  </span>
                  <span dir="auto" className="line-clamp-2 text-start text-sm wrap-break-word text-ink-soft">
                    {found.isOwn
                      ? messagesTexts.you(lineOf(found))
                      : found.authorName === null
                        ? lineOf(found)
                        : messagesTexts.said(found.authorName, lineOf(found))}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
