import { MessagesSquare, Pin, Reply } from 'lucide-react'
import { useState } from 'react'

import type { Message } from '#contract/channels/message.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { momentText } from '#web/features/time/when-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'

import { timeText } from '../chat-times.ts'
import { MessageNotice } from '../list/message-notice.tsx'
import { channelTexts as texts } from '../messages.ts'
import { AuthorBadges } from './author-line.tsx'
import { isGone, MessageContent } from './message-content.tsx'
import { MessageMenu } from './message-menu.tsx'
import { Quote } from './quote.tsx'
import { ReactionPicker } from './reaction-picker.tsx'
import { Reactions } from './reactions.tsx'
import type { useMessageActs } from './use-message-acts.ts'

/** What every message of a chat needs to know. */
export interface ChatSetting {
  channelId: string
  ownId: string | undefined
  mayWrite: boolean
  mayModerate: boolean
  acts: ReturnType<typeof useMessageActs>
  /** Answers a message by showing it above the answer; null: there are threads, or one may not write. */
  onQuote: ((message: Message) => void) | null
  /** Shows the message that another one answers. */
  onJump: (seq: number) => void
  /** A message's own address; null: it has none. */
  linkOf: ((seq: number) => string) | null
  /** Whom the viewer may write to privately, by the authors of what is shown; absent: not from here. */
  writeTo?: ReadonlySet<string>
  /** What can be done about the author of a message, for those who keep order. */
  aboutAuthor?: (message: Message) => readonly MenuItem[]
}

type ChatMessageProps = ChatSetting & {
  message: Message
  /** With its author's name and picture. */
  isFirst: boolean
  isLinked: boolean
  /** null: there are no threads here. */
  onThread: ((seq: number) => void) | null
}

/** Where there is no pointer to show them, they stand beside the author, and the text goes on below them. */
const ROOM_FOR_ACTS =
  "pointer-coarse:before:float-end pointer-coarse:before:h-6 pointer-coarse:before:w-18 pointer-coarse:before:content-['']"

/** One message of a chat. What can be done with it appears where the pointer or the focus is. */
export function ChatMessage(props: ChatMessageProps) {
  const { message, isFirst, isLinked, onThread, onQuote, channelId, ownId, mayWrite, mayModerate, acts } =
    props
  const [isEditing, setIsEditing] = useState(false)
  const { seq, author, state, reactions, replyCount, writtenAt, editedAt, isPinned } = message
  const isOwn = author !== null && author._id === ownId
  const name = author?.name ?? channelMessages.formerMember
  const isThere = !isEditing && !isGone(message)
  const mayReact = mayWrite && state === 'visible'
  const answers = onThread ? () => onThread(seq) : onQuote && (() => onQuote(message))
  const onReply = mayReact ? answers : null

  return (
    <article
      id={`message-${seq}`}
      tabIndex={isLinked ? -1 : undefined}
      className={classNames(
        'group/message relative flex gap-3 px-4 py-0.5 hover:bg-wash/60 focus-within:bg-wash/60 sm:px-6',
        isFirst && 'mt-3',
        isLinked && 'bg-champagne/60 outline-none',
      )}
    >
      <div className="w-8 shrink-0">
        {isFirst && <Avatar name={name} src={author?.profileImage ?? null} size={32} className="mt-1" />}
      </div>
      <div className={classNames('min-w-0 flex-1', isThere && ROOM_FOR_ACTS)}>
        <div
          className={classNames('flex flex-wrap items-center gap-x-2 leading-snug', !isFirst && 'sr-only')}
        >
          <span dir="auto" className="max-w-full truncate font-semibold text-ink">
            {name}
          </span>
          {author && <AuthorBadges author={author} isBrief />}
          <time
            dateTime={writtenAt}
            title={momentText(writtenAt)}
            className="text-xs text-ink-faint tabular-nums"
          >
            {timeText(writtenAt)}
          </time>
        </div>
        {isPinned && (
          <p className="flex items-center gap-1 text-xs font-medium text-ink-faint">
            <Pin aria-hidden="true" className="size-3" />
            {texts.pinned}
          </p>
        )}
        {!isEditing && <Quote message={message} onJump={props.onJump} />}
        <MessageContent {...{ message, channelId, isEditing, acts }} onEdited={() => setIsEditing(false)} />
        {editedAt !== null && isThere && <p className="text-xs text-ink-faint">{texts.edited}</p>}
        <MessageNotice message={message} isOwn={isOwn} />
        {isThere && reactions.length > 0 && (
          <div className="mt-1">
            <Reactions
              reactions={reactions}
              onToggle={mayReact ? (emoji) => void acts.react(message, emoji) : null}
            />
          </div>
        )}
        {onThread && replyCount > 0 && (
          <button
            type="button"
            onClick={() => onThread(seq)}
            className="-ms-2 inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 text-sm font-medium text-brand hover:underline"
          >
            <MessagesSquare aria-hidden="true" className="size-4" />
            {texts.chat.replies(replyCount)}
          </button>
        )}
      </div>
      {isThere && (
        <div
          className={classNames(
            isFirst ? 'pointer-coarse:-top-2.5' : 'pointer-coarse:-top-1',
            'absolute end-3 -top-4 flex rounded-full border border-line bg-paper-raised opacity-0 transition-opacity duration-120 group-focus-within/message:opacity-100 group-hover/message:opacity-100 sm:end-5 pointer-coarse:end-1 pointer-coarse:border-transparent pointer-coarse:bg-transparent pointer-coarse:opacity-100',
          )}
        >
          {mayReact && <ReactionPicker onPick={(emoji) => void acts.react(message, emoji)} />}
          {mayReact && onThread && (
            <IconButton
              label={texts.chat.reply}
              icon={<MessagesSquare />}
              onClick={() => onThread(seq)}
              className="size-9 pointer-coarse:hidden [&>svg]:size-4.5"
            />
          )}
          {mayReact && onQuote && (
            <IconButton
              label={texts.reply}
              icon={<Reply />}
              onClick={() => onQuote(message)}
              className="size-9 pointer-coarse:hidden [&>svg]:size-4.5"
            />
          )}
          <MessageMenu
            {...{ message, isOwn, mayModerate, acts }}
            link={props.linkOf?.(seq) ?? null}
            onEdit={() => setIsEditing(true)}
            onReply={onReply}
            replyLabel={onQuote ? texts.reply : texts.chat.reply}
            writesTo={author && props.writeTo?.has(author._id) ? author : null}
            aboutAuthor={isOwn ? [] : (props.aboutAuthor?.(message) ?? [])}
          />
        </div>
      )}
    </article>
  )
}
