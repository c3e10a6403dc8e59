import { Lock } from 'lucide-react'

import { livePath } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { formatDollars } from '#contract/money.ts'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'

import { liveTexts } from './messages.ts'

const texts = liveTexts.door

/** What opens a session that isn't open to the viewer. */
export function SessionDoor({ session }: { session: LiveSession }) {
  return (
    <div className="flex flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <p className="flex items-center gap-2 text-lg text-ink-soft">
        <Lock aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
        {reasonOf(session)}
      </p>
      <KeyButton session={session} />
    </div>
  )
}

export function reasonOf({ key, plan }: LiveSession): string {
  if (key === 'plan' && plan) return texts.plan(plan.name)
  return key === 'sign_in' || key === 'follow' ? texts[key] : texts.closed
}

function KeyButton({ session: { key, plan, pageHandle, _id } }: { session: LiveSession }) {
  if (key === 'sign_in')
    return (
      <Button variant="primary" to={loginPath(livePath(pageHandle, _id))}>
        {texts.logIn}
      </Button>
    )
  if (key === 'follow')
    return (
      <Button variant="primary" to={`/${pageHandle}`}>
        {texts.toFollow}
      </Button>
    )
  if (key !== 'plan' || !plan) return null
  return (
    <Button variant="primary" to={`/${pageHandle}/membership`}>
      {texts.join(plan.name, formatDollars(plan.price, plan.currency))}
    </Button>
  )
}
