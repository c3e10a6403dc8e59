import { X } from 'lucide-react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getChannel, listMessages } from '#contract/channels/calls.ts'
import type { Message } from '#contract/channels/message.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { Announcer } from './list/announcer.tsx'
import { ChatLines } from './list/chat-lines-view.tsx'
import { useMessageList } from './list/use-message-list.ts'
import { ChatMessage, type ChatSetting } from './message/chat-message.tsx'
import { useMessageActs } from './message/use-message-acts.ts'
import { channelTexts } from './messages.ts'
import { MessageForm } from './writing/message-form.tsx'
import { UnsentMessage } from './writing/unsent-message.tsx'
import { useOutbox } from './writing/use-outbox.ts'

const texts = channelTexts.chat

interface ThreadProps extends Pick<ChatSetting, 'linkOf' | 'aboutAuthor'> {
  channelId: string
  /** What it begins with, or one of its replies. */
  seq: number
  onClose: () => void
}

/** A message of a chat with its replies, beside the chat, which keeps them live. */
export function Thread(props: ThreadProps) {
  const { channelId, seq, onClose } = props
  const found = useQuery(listMessages, { channelId, around: seq })
  const rootSeq = found.data?.found ? (found.data.found.rootSeq ?? found.data.found.seq) : null
  const root = found.data?.messages.find((each) => each.seq === rootSeq)
  return (
    <section data-drop-area="" aria-label={texts.thread} className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-14 shrink-0 items-center justify-between gap-2 border-b border-line ps-4 pe-2 sm:ps-6">
        <h2 className="font-semibold">{texts.thread}</h2>
        <IconButton label={texts.close} icon={<X />} onClick={onClose} />
      </header>
      {root && <Replies key={root.seq} {...props} root={root} />}
      {!root && found.data && <p className="p-4 text-base text-ink-soft sm:px-6">{texts.threadGone}</p>}
      {!found.data && found.error && (
        <ErrorState
          title={texts.threadFailed}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        >
          {found.error.message}
        </ErrorState>
      )}
      {!found.data && !found.error && <Loading />}
    </section>
  )
}

function Loading() {
  return (
    <div className="p-4 sm:px-6">
      <SkeletonList label={texts.loading} />
    </div>
  )
}

function Replies({ channelId, root, linkOf, aboutAuthor }: ThreadProps & { root: Message }) {
  const rootSeq = root.seq
  const channel = useQuery(getChannel, { channelId }).data
  const ownId = useQuery(getLoggedInUser, {}).data?.user._id
  const list = useMessageList({ channelId, order: 'oldest', rootSeq })
  const acts = useMessageActs(channelId)
  const outbox = useOutbox(channelId)
  const { mayWrite = false, mayModerate = false } = channel ?? {}
  const setting: ChatSetting = {
    onQuote: null,
    onJump: () => undefined,
    channelId,
    ownId,
    mayWrite,
    mayModerate,
    acts,
    linkOf,
    ...(aboutAuthor && mayModerate && { aboutAuthor }),
  }
  return (
    <>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={texts.thread}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-4"
      >
        <div className="border-b border-line pt-2 pb-4">
          <ChatMessage {...setting} message={root} isFirst isLinked={false} onThread={null} />
        </div>
        {!list.messages && !list.error && <Loading />}
        {!list.messages && list.error && (
          <ErrorState title={texts.threadFailed} onRetry={list.refetch} isRetrying={list.isFetching}>
            {list.error.message}
          </ErrorState>
        )}
        {list.messages && (
          <ChatLines messages={list.messages} readSeq={null} setting={setting} onThread={null} />
        )}
        {list.messages && <Announcer messages={list.messages} ownId={ownId} />}
        {list.moreState === 'failed' && <ErrorLine>{texts.olderFailed}</ErrorLine>}
        {list.hasMore && (
          <div className="p-4">
            <Button size="small" isFullWidth isLoading={list.moreState === 'loading'} onClick={list.showMore}>
              {texts.moreReplies}
            </Button>
          </div>
        )}
        {outbox.unsent
          .filter((each) => each.rootSeq === rootSeq)
          .map((each) => (
            <div key={each.clientKey} className="px-4 pt-1 sm:px-6">
              <UnsentMessage
                unsent={each}
                onAgain={() => outbox.again(each.clientKey)}
                onDiscard={() => outbox.discard(each.clientKey)}
              />
            </div>
          ))}
      </div>
      {mayWrite && root.state === 'visible' && (
        <div className="px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
          <MessageForm
            channelId={channelId}
            draftKey={`thread ${channelId} ${rootSeq}`}
            label={texts.replyHere}
            placeholder={texts.replyHere}
            submitLabel={channelTexts.write.send}
            isChat
            takesPictures
            hasFocus
            onSubmit={(written) => outbox.send({ ...written, rootSeq })}
          />
        </div>
      )}
    </>
  )
}
