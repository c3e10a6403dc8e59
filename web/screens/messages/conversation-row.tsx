import { BellOff } from 'lucide-react'

import type { ConversationSummary } from '#contract/conversations/conversation.ts'
import type { ConversationFilter } from '#contract/conversations/rules.ts'
import { slot } from '#contract/rich-text.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { When } from '#web/features/time/when.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import { conversationPath, lineOf, titleOf, withFilter } from './address.ts'
import { ConversationFace } from './conversation-face.tsx'
import { messagesTexts as texts } from './messages.ts'

const COUNTED_MAX = 99

/** A conversation in the list: who, when, and the newest message in a line. */
export function ConversationRow({
  conversation,
  isOpen,
  filter = 'all',
}: {
  conversation: ConversationSummary
  isOpen: boolean
  /** What the list beside it shows, and goes on showing. */
  filter?: ConversationFilter
}) {
  const { _id, kind, people, latest, lastAt, isUnread, unreadCount, mutedUntil } = conversation
  const isMuted = mutedUntil !== null
  return (
    <Link
      to={withFilter(conversationPath(_id), filter)}
      aria-current={isOpen ? 'page' : undefined}
      className="flex min-h-16 items-center gap-3 rounded-control px-3 py-2 hover:bg-wash aria-[current]:bg-brand-soft"
    >
      <ConversationFace kind={kind} people={people} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <bdi
            className={classNames(
              'min-w-0 flex-1 truncate text-base text-ink',
              isUnread ? 'font-semibold' : 'font-medium',
            )}
          >
            {titleOf(conversation)}
          </bdi>
          {isMuted && <BellOff aria-label={texts.muted} className="size-3.5 shrink-0 text-ink-faint" />}
          <When moment={lastAt} className="shrink-0 text-xs text-ink-faint" />
        </span>
        <span className="flex items-center gap-2">
          <span
            className={classNames(
              'flex min-w-0 flex-1 gap-1 overflow-hidden text-sm whitespace-nowrap',
              isUnread ? 'font-medium text-ink' : 'text-ink-soft',
            )}
          >
            {/* What they wrote is cut at its own end, whichever way it runs. */}
            <RichText
              text={sentenceFor(kind, latest)}
              slots={{ line: <bdi className="min-w-0 truncate">{latest && lineOf(latest)}</bdi> }}
            />
          </span>
          {isUnread && (
            <span
              className={classNames(
                'min-w-5 shrink-0 rounded-full px-1.5 text-center text-xs leading-5 font-semibold tabular-nums',
                isMuted ? 'bg-wash text-ink-soft' : 'bg-brand text-brand-ink',
              )}
            >
              <span aria-hidden="true">{unreadCount > COUNTED_MAX ? texts.many : unreadCount}</span>
              <span className="sr-only">{texts.unread(unreadCount)}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}

/** Who wrote the newest message, around its place. */
function sentenceFor(kind: ConversationSummary['kind'], latest: ConversationSummary['latest']): string {
  if (!latest) return texts.nothing
  const line = slot('line')
  if (latest.isOwn) return texts.you(line)
  return kind === 'group' && latest.authorName !== null ? texts.said(latest.authorName, line) : line
}
