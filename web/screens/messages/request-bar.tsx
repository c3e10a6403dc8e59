import { useState } from 'react'

import type { Conversation } from '#contract/conversations/conversation.ts'
import { conversationMessages } from '#contract/conversations/messages.ts'
import { answerRequest } from '#contract/conversations/calls.ts'
import { getBadges, listNotifications } from '#contract/notifications/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { MESSAGES_PATH, titleOf } from './address.ts'
import { messagesTexts } from './messages.ts'

const texts = messagesTexts.request

type Answer = 'accept' | 'decline' | 'block'

const DONE: Record<Answer, string> = {
  accept: conversationMessages.accepted,
  decline: conversationMessages.declined,
  block: conversationMessages.blocked,
}

/** What somebody does about a request, in place of the field. */
export function RequestBar({
  conversation,
  onAnswered,
}: {
  conversation: Conversation
  onAnswered: () => void
}) {
  const answering = useMutation(answerRequest, { refreshes: [getBadges, listNotifications] })
  const [chosen, setChosen] = useState<Answer | null>(null)

  async function answer(given: Answer) {
    setChosen(given)
    try {
      await answering.mutateAsync({ input: { conversationId: conversation._id, answer: given } })
      toast.success(DONE[given])
      if (given !== 'accept') navigate(`${MESSAGES_PATH}?filter=requests`)
      onAnswered()
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : messagesTexts.notDone)
    }
  }

  const button = (given: Answer, variant: 'primary' | 'secondary' | 'quiet') => (
    <Button
      variant={variant}
      isLoading={answering.isPending && chosen === given}
      disabled={answering.isPending && chosen !== given}
      onClick={() => void answer(given)}
    >
      {texts[given]}
    </Button>
  )
  return (
    <div className="rounded-card bg-wash px-4 py-4">
      <p dir="auto" className="font-semibold wrap-anywhere">
        {texts.asks(titleOf(conversation))}
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        {texts.help}
        {conversation.requestUntil !== null && ` ${texts.until(dayText(conversation.requestUntil))}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {button('accept', 'primary')}
        {button('decline', 'secondary')}
        {button('block', 'quiet')}
      </div>
    </div>
  )
}
