import { Pin, Reply } from 'lucide-react'
import { useState } from 'react'

import type { Message } from '#contract/channels/message.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { MessageNotice } from '../list/message-notice.tsx'
import { channelTexts as texts } from '../messages.ts'
import { AuthorLine } from './author-line.tsx'
import { isGone, MessageContent } from './message-content.tsx'
import { MessageMenu } from './message-menu.tsx'
import { ReactionPicker } from './reaction-picker.tsx'
import { Reactions } from './reactions.tsx'
import type { useMessageActs } from './use-message-acts.ts'

export interface MessageRowProps {
  message: Message
  channelId: string
  isOwn: boolean
  mayWrite: boolean
  mayModerate: boolean
  link: string | null
  /** The one its reader was sent to. */
  isLinked?: boolean
  acts: ReturnType<typeof useMessageActs>
  /** null: there is nothing to reply to, or the reader may not. */
  onReply: (() => void) | null
}

/** One message with what belongs to it. */
export function MessageRow(props: MessageRowProps) {
  const { message, channelId, isOwn, mayWrite, mayModerate, link, isLinked, acts, onReply } = props
  const [isEditing, setIsEditing] = useState(false)
  const { author, reactions, seq, state, isPinned } = message
  const name = author?.name ?? channelMessages.formerMember
  const hasMenu = !isEditing && !isGone(message)
  // Alone on a line of its own the menu would only leave a gap.
  const hasActs = hasMenu && (mayWrite || onReply !== null || reactions.length > 0)
  const menu = (
    <MessageMenu {...{ message, isOwn, mayModerate, link, acts }} onEdit={() => setIsEditing(true)} />
  )

  return (
    <article
      id={`message-${seq}`}
      tabIndex={isLinked ? -1 : undefined}
      className={classNames(
        'flex gap-3',
        isLinked && '-mx-3 rounded-card bg-champagne/60 px-3 py-3 outline-none',
      )}
    >
      <Avatar name={name} src={author?.profileImage ?? null} size={32} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        {isPinned && (
          <p className="mb-0.5 flex items-center gap-1 text-xs font-medium text-ink-faint">
            <Pin aria-hidden="true" className="size-3.5" />
            {texts.pinned}
          </p>
        )}
        <div className="flex items-start justify-between gap-2">
          <AuthorLine message={message} link={link} />
          {hasMenu && !hasActs && <span className="-my-2 shrink-0">{menu}</span>}
        </div>
        <MessageContent {...{ message, channelId, isEditing, acts }} onEdited={() => setIsEditing(false)} />
        <MessageNotice message={message} isOwn={isOwn} />
        {hasActs && (
          <div className="mt-1 -ms-2 flex flex-wrap items-center gap-1">
            <Reactions
              reactions={reactions}
              onToggle={mayWrite ? (emoji) => void acts.react(message, emoji) : null}
            />
            {mayWrite && state === 'visible' && (
              <ReactionPicker onPick={(emoji) => void acts.react(message, emoji)} />
            )}
            {onReply && state === 'visible' && (
              <button
                type="button"
                onClick={onReply}
                className="inline-flex min-h-9 items-center gap-1.5 rounded-full px-2.5 text-sm font-medium text-ink-soft hover:bg-wash hover:text-ink"
              >
                <Reply aria-hidden="true" className="size-4" />
                {texts.reply}
              </button>
            )}
            <span className="ms-auto">{menu}</span>
          </div>
        )}
      </div>
    </article>
  )
}
