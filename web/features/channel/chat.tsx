import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getChannel } from '#contract/channels/calls.ts'
import type { Message } from '#contract/channels/message.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useAreEventsLost } from '#web/api/events-lost.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useWritable } from '#web/features/message-link/use-writable.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'

import { Announcer } from './list/announcer.tsx'
import { ChatLines } from './list/chat-lines-view.tsx'
import { useChatScroll } from './list/use-chat-scroll.ts'
import { useLiveMessages } from './list/use-live-messages.ts'
import { useMessageList } from './list/use-message-list.ts'
import { useReading } from './list/use-reading.ts'
import type { ChatSetting } from './message/chat-message.tsx'
import { QuoteInHand } from './message/quote.tsx'
import { useMessageActs } from './message/use-message-acts.ts'
import { channelTexts } from './messages.ts'
import { MessageForm } from './writing/message-form.tsx'
import { UnsentMessage } from './writing/unsent-message.tsx'
import { useOutbox } from './writing/use-outbox.ts'
import { useTyping } from './writing/use-typing.ts'

const texts = channelTexts.chat

export type ChatProps = Pick<ChatSetting, 'linkOf' | 'aboutAuthor'> & {
  channelId: string
  /** What is read aloud for the list, and in the field while it is empty. */
  label: string
  placeholder: string
  /** Before the field, such as a button for polls. */
  tools?: ReactNode
  /** Shown while there is no message. */
  empty: ReactNode
  /** In place of the field, for those who may not write. */
  renderInstead: (channel: OutputOf<typeof getChannel>) => ReactNode
  /** The channel can't be read, or no longer. */
  onClosed: () => void
  /** null: there are no threads here; messages then answer others by showing them. */
  onThread: ((seq: number) => void) | null
  /** From its menu, the author of a message can be written to privately. */
  offersToWrite?: boolean
  /** Shows a message that isn't among those that are loaded. */
  onFar?: (seq: number) => void
  onRead?: (seq: number) => void
  /** Stands below the newest message, such as who has read it. */
  renderBelow?: (newest: Message) => ReactNode
}

/** A channel read from the oldest message down to the newest, live, with a field at its foot. It fills its container. */
export function Chat(props: ChatProps) {
  const { channelId, onClosed } = props
  const channel = useQuery(getChannel, { channelId })
  const list = useMessageList({ channelId, order: 'newest' })
  const error = channel.error ?? list.error
  const isClosed = error?.code === 'channel_not_found'

  useEffect(() => {
    if (isClosed) onClosed()
    // oxlint-disable-next-line react/exhaustive-deps -- told once
  }, [isClosed])

  if (isClosed) return null
  if (channel.data && list.messages) return <Open {...props} channel={channel.data} list={list} />
  if (!error)
    return (
      <div className="flex min-h-0 flex-1 flex-col justify-end px-4 pb-6 sm:px-6">
        <SkeletonList label={texts.loading} count={5} />
      </div>
    )
  return (
    <div className="grid min-h-0 flex-1 place-items-center px-4">
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
    </div>
  )
}

type OpenProps = ChatProps & {
  channel: OutputOf<typeof getChannel>
  list: ReturnType<typeof useMessageList>
}

function Open({ channel, list, ...props }: OpenProps) {
  const { channelId, label, placeholder, empty, renderInstead, onThread, linkOf, aboutAuthor } = props
  const { mayWrite, mayModerate } = channel
  const ownId = useQuery(getLoggedInUser, {}).data?.user._id
  const { heardSeq } = useLiveMessages(channelId, { isFollowed: true, mayModerate, isChat: true })
  const acts = useMessageActs(channelId)
  const outbox = useOutbox(channelId)
  const typing = useTyping(channelId, { ownId, isTold: channel.kind === 'conversation' && mayWrite })
  const [quoted, setQuoted] = useState<Message | null>(null)
  const [markedSeq, setMarkedSeq] = useState<number | null>(null)
  const foot = useRef<HTMLDivElement>(null)
  const focusField = () => foot.current?.querySelector('textarea')?.focus()
  // Where they had read to when they came: the line stays while they are here.
  const [openedAt] = useState(channel.readSeq)
  const messages = (list.messages ?? []).toReversed()
  const authorIds = messages.flatMap(({ author }) => author?._id ?? [])
  const writeTo = useWritable(props.offersToWrite === true ? authorIds : [])
  const unsent = outbox.unsent.filter(({ rootSeq }) => rootSeq === null)
  const isEmpty = messages.length === 0 && unsent.length === 0
  const last = messages.at(-1)
  const lastUnsent = unsent.at(-1)
  const { scroller, content, isAtEnd, toEnd } = useChatScroll({
    firstKey: messages[0]?._id ?? null,
    lastKey: lastUnsent?.clientKey ?? last?._id ?? null,
    isLastOwn: lastUnsent !== undefined || last?.author?._id === ownId,
    onNearBeginning: () => list.hasMore && list.moreState === 'idle' && list.showMore(),
  })
  const lastSeq = Math.max(channel.lastSeq, heardSeq, last?.seq ?? 0)
  useReading({ channelId, seq: lastSeq, readSeq: channel.readSeq, isSeen: isAtEnd, onRead: props.onRead })
  const hasNewBelow = !isAtEnd && lastSeq > channel.readSeq

  function quote(message: Message) {
    setQuoted(message)
    // The menu that it was chosen in gives the focus back first.
    requestAnimationFrame(focusField)
  }

  function stopQuoting() {
    setQuoted(null)
    focusField()
  }

  function jump(seq: number) {
    if (!messages.some((message) => message.seq === seq)) return props.onFar?.(seq)
    setMarkedSeq(seq)
    requestAnimationFrame(() => {
      const target = content.current?.querySelector<HTMLElement>(`#message-${seq}`)
      target?.scrollIntoView({ block: 'center' })
      target?.focus({ preventScroll: true })
    })
    return undefined
  }

  const setting: ChatSetting = {
    channelId,
    ownId,
    mayWrite,
    mayModerate,
    acts,
    onQuote: onThread === null && mayWrite ? quote : null,
    onJump: jump,
    linkOf,
    writeTo,
    ...(aboutAuthor && mayModerate && { aboutAuthor }),
  }

  return (
    <div data-drop-area="" className="flex min-h-0 flex-1 flex-col">
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={scroller}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={label}
          className="relative flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain [overflow-anchor:none]"
        >
          <div ref={content} className={isEmpty ? 'grid min-h-full place-items-center' : 'pt-6 pb-4'}>
            {list.moreState === 'loading' && (
              <p className="grid place-items-center py-3 text-ink-faint">
                <SpinnerRing size={20} />
              </p>
            )}
            {list.moreState === 'failed' && (
              <div className="flex flex-wrap items-center justify-center gap-3 px-4">
                <ErrorLine>{texts.olderFailed}</ErrorLine>
                <Button size="small" onClick={list.showMore}>
                  {texts.tryAgain}
                </Button>
              </div>
            )}
            {isEmpty && empty}
            <ChatLines {...{ messages, readSeq: openedAt, setting, onThread, markedSeq }} />
            {unsent.map((each) => (
              <div key={each.clientKey} className="px-4 pt-1 sm:px-6">
                <UnsentMessage
                  unsent={each}
                  onAgain={() => outbox.again(each.clientKey)}
                  onDiscard={() => outbox.discard(each.clientKey)}
                />
              </div>
            ))}
            {unsent.length === 0 && last && props.renderBelow?.(last)}
          </div>
        </div>
        <Announcer messages={messages} ownId={ownId} />
        {!isAtEnd && (
          <div className="absolute end-4 bottom-3 sm:end-6">
            <IconButton
              label={texts.toLatest}
              icon={<ArrowDown />}
              variant="outlined"
              onClick={toEnd}
              className="shadow-float"
            />
            {hasNewBelow && (
              <span
                aria-hidden="true"
                className="absolute -top-0.5 -end-0.5 size-3 rounded-full border-2 border-paper bg-brand"
              />
            )}
          </div>
        )}
      </div>
      {channel.kind === 'conversation' && mayWrite && (
        // Seen, never announced: it comes and goes too often to be read aloud.
        <p className="-mb-2 h-6 shrink-0 truncate px-4 pt-1 text-xs text-ink-faint sm:px-6">
          {typing.names.length > 0 && channelTexts.typing(typing.names)}
        </p>
      )}
      <EventsLostLine />
      <div ref={foot} className="px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
        {mayWrite ? (
          <MessageForm
            channelId={channelId}
            draftKey={`chat ${channelId}`}
            label={placeholder}
            placeholder={placeholder}
            submitLabel={channelTexts.write.send}
            isChat
            takesPictures
            tools={props.tools}
            above={quoted && <QuoteInHand message={quoted} onCancel={stopQuoting} />}
            onTyping={() => typing.tell()}
            {...(quoted && { onEscape: stopQuoting })}
            onSubmit={(written) => {
              outbox.send({ ...written, rootSeq: null, quotedSeq: quoted?.seq ?? null })
              setQuoted(null)
              typing.reset()
            }}
          />
        ) : (
          renderInstead(channel)
        )}
      </div>
    </div>
  )
}

/** Says that messages come late, for as long as they do. */
function EventsLostLine() {
  const areLost = useAreEventsLost()
  return (
    // Always rendered: a live region created together with its text isn't read aloud.
    <output className={areLost ? 'block shrink-0 px-4 pt-1 text-xs text-ink-faint sm:px-6' : 'sr-only'}>
      {areLost && channelTexts.eventsLost}
    </output>
  )
}
