import { useEffect, useRef } from 'react'

import { listMessages } from '#contract/channels/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { ChatLines } from '#web/features/channel/list/chat-lines-view.tsx'
import { useMessageActs } from '#web/features/channel/message/use-message-acts.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { conversationPath } from './address.ts'
import { messagesTexts } from './messages.ts'

const texts = messagesTexts.around

/** A message that was searched for, with what stands around it. */
export function AroundView({ channelId, seq }: { channelId: string; seq: number }) {
  const found = useQuery(listMessages, { channelId, around: seq })
  const acts = useMessageActs(channelId)
  const list = useRef<HTMLDivElement>(null)
  const onJump = (to: number) => navigate(`${conversationPath(channelId)}?around=${to}`)
  const isFound = found.data?.found?.seq === seq

  useEffect(() => {
    const target = isFound ? list.current?.querySelector<HTMLElement>(`#message-${seq}`) : null
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [isFound, seq])

  return (
    <section aria-label={texts.title} className="flex min-h-0 flex-1 flex-col">
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-4">
        {found.error ? (
          <div className="px-4 sm:px-6">
            <ErrorState
              title={texts.failed}
              onRetry={() => void found.refetch()}
              isRetrying={found.isFetching}
            >
              {found.error.message}
            </ErrorState>
          </div>
        ) : !found.data ? (
          <div className="px-4 sm:px-6">
            <SkeletonList label={messagesTexts.loading} count={5} />
          </div>
        ) : isFound ? (
          <ChatLines
            messages={found.data.messages}
            readSeq={null}
            setting={{
              channelId,
              ownId: undefined,
              mayWrite: false,
              mayModerate: false,
              acts,
              linkOf: null,
              onQuote: null,
              onJump,
            }}
            onThread={null}
          />
        ) : (
          <p className="px-4 text-base text-ink-soft sm:px-6">{texts.gone}</p>
        )}
      </div>
      <div className="border-t border-line px-4 py-3 sm:px-6">
        <Button to={conversationPath(channelId)} isFullWidth>
          {texts.back}
        </Button>
      </div>
    </section>
  )
}
