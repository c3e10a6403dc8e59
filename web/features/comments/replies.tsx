import type { Message } from '#contract/channels/message.ts'
import { commentAddress } from '#contract/posts/comment-address.ts'
import { useMessageList } from '#web/features/channel/list/use-message-list.ts'
import { MessageRow } from '#web/features/channel/message/message-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import type { Conversation } from './conversation.ts'
import { commentTexts as texts } from './messages.ts'

/** The replies to one comment, the oldest first. */
export function Replies({
  root,
  linkedSeq,
  ...conversation
}: Conversation & { root: Message; linkedSeq: number | null }) {
  const { channelId, postPath, ownId, mayWrite, mayModerate, acts } = conversation
  const list = useMessageList({ channelId, order: 'oldest', rootSeq: root.seq })
  if (!list.messages) {
    if (list.error) return <ErrorLine>{list.error.message}</ErrorLine>
    return <SkeletonList label={texts.loading} count={Math.min(2, root.replyCount)} />
  }
  return (
    <>
      <ol className="space-y-5">
        {list.messages.map((message) => (
          <li key={message.seq}>
            <MessageRow
              {...{ message, channelId, mayWrite, mayModerate, acts }}
              isOwn={message.author?._id === ownId}
              isLinked={message.seq === linkedSeq}
              link={commentAddress(postPath, message.seq)}
              onReply={null}
            />
          </li>
        ))}
      </ol>
      {list.moreState === 'failed' && <ErrorLine>{texts.moreFailed}</ErrorLine>}
      {list.hasMore && (
        <Button size="small" variant="quiet" isLoading={list.moreState === 'loading'} onClick={list.showMore}>
          {texts.moreReplies}
        </Button>
      )}
    </>
  )
}
