import { isOnline } from '#web/api/online.ts'
import { Button } from '#web/ui/button.tsx'

import { channelTexts as texts } from './messages.ts'
import type { Unsent } from './outbox.ts'

/** A message on its way to the server, or why it didn't get there. */
export function UnsentMessage({
  unsent,
  onAgain,
  onDiscard,
}: {
  unsent: Unsent
  onAgain: () => void
  onDiscard: () => void
}) {
  const { state, problem, body } = unsent
  return (
    <div className="ps-11">
      <p dir="auto" className="text-base leading-relaxed wrap-break-word whitespace-pre-wrap text-ink-faint">
        {body}
      </p>
      {state === 'failed' ? (
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
          <Button size="small" onClick={onAgain}>
            {texts.unsent.again}
          </Button>
          <Button size="small" variant="quiet" onClick={onDiscard}>
            {texts.unsent.discard}
          </Button>
        </div>
      ) : (
        <output className="mt-1 block text-sm text-ink-faint">
          {state === 'waiting' && !isOnline() ? texts.unsent.waiting : texts.unsent.sending}
        </output>
      )}
    </div>
  )
}
