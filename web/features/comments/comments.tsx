import { MessageCircle } from 'lucide-react'
import { useEffect, useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getChannel } from '#contract/channels/calls.ts'
import { MESSAGE_ORDERS, type MessageOrder } from '#contract/channels/rules.ts'
import { commentIn } from '#contract/posts/comment-address.ts'
import { useToken, useViewer } from '#web/api/session.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useLiveMessages } from '#web/features/channel/list/use-live-messages.ts'
import { useMessageList } from '#web/features/channel/list/use-message-list.ts'
import { useReadMark } from '#web/features/channel/list/use-read-mark.ts'
import { useMessageActs } from '#web/features/channel/message/use-message-acts.ts'
import { UnsentMessage } from '#web/features/channel/writing/unsent-message.tsx'
import { useOutbox } from '#web/features/channel/writing/use-outbox.ts'
import { changeMarks } from '#web/features/post-marks/marks-store.ts'
import { useLocation } from '#web/routing/location.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { CommentForm } from './comment-form.tsx'
import { CommentThread } from './comment-thread.tsx'
import type { Conversation } from './conversation.ts'
import { LinkedComment, useLinkedThread } from './linked-comment.tsx'
import { commentTexts as texts } from './messages.ts'

export interface CommentsProps {
  /** Its comments are in the channel that has the post's id. */
  postId: string
  postPath: string
  pageHandle: string
}

/** What readers say below a post, live while it is open. */
export function Comments({ postId, postPath, pageHandle }: CommentsProps) {
  const channelId = postId
  const isSignedIn = useToken() !== null
  const channel = useQuery(getChannel, { channelId })
  const ownId = useQuery(getLoggedInUser, {}, { isEnabled: isSignedIn }).data?.user._id
  const [order, setOrder] = useState<MessageOrder>('newest')
  const list = useMessageList({ channelId, order })
  const { arrived, showArrived } = useLiveMessages(channelId, {
    isFollowed: isSignedIn && channel.data !== undefined,
    mayModerate: channel.data?.mayModerate ?? false,
  })
  useReadMark(channelId, {
    isSignedIn,
    lastSeq: channel.data?.lastSeq ?? 0,
    readSeq: channel.data?.readSeq ?? 0,
  })
  const acts = useMessageActs(channelId, pageHandle)
  const outbox = useOutbox(channelId)
  const linkedSeq = commentIn(useLocation().hash)
  const linked = useLinkedThread(channelId, linkedSeq)
  useCountAtIcon(postId, channel.data?.messageCount)

  if (!channel.data || !list.messages) {
    const error = channel.error ?? list.error
    if (error?.code === 'channel_not_found') return null
    if (!error) return <SkeletonList label={texts.loading} />
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => {
          void channel.refetch()
          list.refetch()
        }}
        isRetrying={channel.isFetching || list.isFetching}
      >
        {error.message}
      </ErrorState>
    )
  }

  const { mayWrite, whyNot, mayModerate, messageCount, pins } = channel.data
  const conversation: Conversation = { channelId, postPath, ownId, mayWrite, mayModerate, acts, outbox }
  const pinnedSeqs = new Set(pins.map(({ seq }) => seq))
  const all = [...pins, ...list.messages.filter(({ seq }) => !pinnedSeqs.has(seq))]
  // Each comment stands here once. The list hears of replies; the linked one was only looked up.
  const others = all.filter(({ seq }) => seq !== linked.root?.seq)
  const thread = { ...linked, root: all.find(({ seq }) => seq === linked.root?.seq) ?? linked.root }
  const unsent = outbox.unsent.filter(({ rootSeq }) => rootSeq === null)

  return (
    <div className="space-y-6">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-display text-xl">
          {messageCount === 0 ? texts.title : texts.count(messageCount)}
        </h2>
        {messageCount > 1 && (
          <Select
            label={texts.order}
            isLabelHidden
            className="w-fit max-w-full min-w-44"
            value={order}
            onChange={({ target }) =>
              setOrder(MESSAGE_ORDERS.find((each) => each === target.value) ?? 'newest')
            }
            options={MESSAGE_ORDERS.map((value) => ({ value, label: texts.orders[value] }))}
          />
        )}
      </header>
      <CommentForm
        {...{ channelId, postPath, pageHandle, whyNot }}
        onSubmit={(written) => outbox.send({ ...written, rootSeq: null })}
      />
      {unsent.map((each) => (
        <UnsentMessage
          key={each.clientKey}
          unsent={each}
          onAgain={() => outbox.again(each.clientKey)}
          onDiscard={() => outbox.discard(each.clientKey)}
        />
      ))}
      {linkedSeq !== null && <LinkedComment seq={linkedSeq} thread={thread} {...conversation} />}
      <div aria-live="polite">
        {arrived.length > 0 && (
          <Button size="small" isFullWidth onClick={showArrived}>
            {texts.arrived(arrived.length)}
          </Button>
        )}
      </div>
      {others.length === 0 && unsent.length === 0 && !linked.root && (
        <EmptyState icon={<MessageCircle />} title={texts.none}>
          {mayWrite ? texts.beFirst : texts.noneYet}
        </EmptyState>
      )}
      <ol className="space-y-7">
        {others.map((message) => (
          <li key={message.seq}>
            <CommentThread message={message} {...conversation} />
          </li>
        ))}
      </ol>
      {list.moreState === 'failed' && <ErrorLine>{texts.moreFailed}</ErrorLine>}
      {list.hasMore && (
        <Button isFullWidth isLoading={list.moreState === 'loading'} onClick={list.showMore}>
          {texts.more}
        </Button>
      )}
    </div>
  )
}

/** The icon at the post shows as many comments as stand below it, also while they come in. */
function useCountAtIcon(postId: string, comments: number | undefined): void {
  const viewer = useViewer()
  useEffect(() => {
    if (comments !== undefined && viewer !== 'unknown') changeMarks(viewer, postId, { comments })
  }, [viewer, postId, comments])
}
