import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import type { Message } from '#contract/channels/message.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { commentAddress } from '#contract/posts/comment-address.ts'
import { MessageRow } from '#web/features/channel/message/message-row.tsx'
import { MessageForm } from '#web/features/channel/writing/message-form.tsx'
import { UnsentMessage } from '#web/features/channel/writing/unsent-message.tsx'
import { classNames } from '#web/ui/class-names.ts'

import type { Conversation } from './conversation.ts'
import { commentTexts as texts } from './messages.ts'
import { Replies } from './replies.tsx'

/** A comment with its replies, closed at first. `linkedSeq`: the one its reader was sent to. */
export function CommentThread({
  message,
  linkedSeq = null,
  ...conversation
}: Conversation & { message: Message; linkedSeq?: number | null }) {
  const { channelId, postPath, ownId, mayWrite, mayModerate, acts, outbox } = conversation
  const [isOpen, setIsOpen] = useState(linkedSeq !== null && linkedSeq !== message.seq)
  const [isReplying, setIsReplying] = useState(false)
  const { seq, replyCount } = message
  const name = message.author?.name ?? channelMessages.formerMember
  const unsent = outbox.unsent.filter(({ rootSeq }) => rootSeq === seq)

  return (
    <>
      <MessageRow
        {...{ message, channelId, mayWrite, mayModerate, acts }}
        isOwn={message.author?._id === ownId}
        isLinked={linkedSeq === seq}
        link={commentAddress(postPath, seq)}
        onReply={mayWrite ? () => setIsReplying(true) : null}
      />
      {(replyCount > 0 || isReplying || unsent.length > 0) && (
        <div className="mt-2 space-y-4 ps-11">
          {replyCount > 0 && (
            <button
              type="button"
              aria-expanded={isOpen}
              className="-my-1 inline-flex min-h-9 items-center gap-2 text-sm font-medium text-brand hover:underline"
              onClick={() => setIsOpen(!isOpen)}
            >
              <ChevronDown aria-hidden="true" className={classNames('size-4', isOpen && 'rotate-180')} />
              {isOpen ? texts.hideReplies : texts.replies(replyCount)}
            </button>
          )}
          {isOpen && <Replies root={message} linkedSeq={linkedSeq} {...conversation} />}
          {unsent.map((each) => (
            <UnsentMessage
              key={each.clientKey}
              unsent={each}
              onAgain={() => outbox.again(each.clientKey)}
              onDiscard={() => outbox.discard(each.clientKey)}
            />
          ))}
          {isReplying && (
            <MessageForm
              channelId={channelId}
              draftKey={`reply ${channelId} ${seq}`}
              label={texts.reply(name)}
              placeholder={texts.reply(name)}
              submitLabel={texts.sendReply}
              hasFocus
              takesPictures
              onCancel={() => setIsReplying(false)}
              onSubmit={(written) => {
                outbox.send({ ...written, rootSeq: seq })
                setIsReplying(false)
                setIsOpen(true)
              }}
            />
          )}
        </div>
      )}
    </>
  )
}
