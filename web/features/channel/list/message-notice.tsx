import { EyeOff, Hourglass } from 'lucide-react'

import type { Message } from '#contract/channels/message.ts'
import { Link } from '#web/ui/link.tsx'

import { channelTexts as texts } from '../messages.ts'

/** Why others don't see a message, for its author and for moderators. */
export function MessageNotice({
  message: { _id, state, because },
  isOwn,
}: {
  message: Message
  isOwn: boolean
}) {
  if (state !== 'held' && state !== 'hidden' && state !== 'removed') return null
  const isReported = state === 'held' && because?.cause === 'operator'
  const cause = because === null ? '' : isReported ? texts.notice.reported : causeOf(because.cause, isOwn)
  return (
    <div className="mt-1.5 flex gap-2 rounded-control bg-wash px-3 py-2 text-sm text-ink-soft [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {state === 'held' ? <Hourglass aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
      <div>
        <p>{texts.notice[state][isOwn ? 'own' : 'others']}</p>
        {cause !== '' && <p>{cause}</p>}
        {because !== null && because.reason !== '' && <p dir="auto">{texts.notice.reason(because.reason)}</p>}
        {isOwn && state !== 'held' && because?.cause !== 'mute' && (
          <Link
            to={`/cases?about=${_id}`}
            className="rounded-small underline underline-offset-3 hover:text-ink"
          >
            {texts.notice.appeal}
          </Link>
        )}
      </div>
    </div>
  )
}

function causeOf(cause: keyof typeof texts.because, isOwn: boolean): string {
  return cause === 'mute' && !isOwn ? texts.authorMuted : texts.because[cause]
}
