import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { CircleCheck, LockKeyhole, MailCheck, ShieldX, Undo2 } from 'lucide-react'

import { confirmEmail, disown, keepFactors, undoEmail } from '#contract/accounts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { useToken } from '#web/api/session.ts'
import { NotFound } from '#web/features/not-found/not-found.tsx'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { START_PATH } from '#web/features/sign-in/own-path.ts'
import { useParams } from '#web/routing/match-path.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { uiTexts } from '#web/ui/messages.ts'

import { mailLinkTexts } from './messages.ts'

const ACTS = {
  'not-me': { route: disown, icon: <ShieldX />, tone: 'bad' },
  'confirm-email': { route: confirmEmail, icon: <MailCheck />, tone: 'good' },
  'undo-email': { route: undoEmail, icon: <Undo2 />, tone: 'bad' },
  'keep-factors': { route: keepFactors, icon: <LockKeyhole />, tone: 'good' },
} as const

type Act = keyof typeof ACTS

/** Behind the links in mails about the safety of an account. Asks first, because mail scanners open links too. */
export function MailLinkScreen() {
  const { act = '' } = useParams()
  return act in ACTS ? <Asking act={act as Act} /> : <NotFound />
}

/** What happened, in words. */
function said(act: Act, isChanged: boolean): string {
  if (act === 'not-me') return proofMessages.disowned
  if (act === 'undo-email') return proofMessages.emailChangeUndone
  if (act === 'keep-factors') return proofMessages.factorsKept
  return isChanged ? proofMessages.emailChanged : proofMessages.emailHalfConfirmed
}

function Asking({ act }: { act: Act }) {
  const { token = '' } = useParams()
  const isSignedIn = useToken() !== null
  const { route, icon, tone } = ACTS[act]
  const texts = mailLinkTexts[act]
  const done = useMutation(route)

  if (done.isSuccess)
    return (
      <EntryNews
        icon={<CircleCheck />}
        title={texts.done}
        action={
          <Button variant="primary" size="large" to={isSignedIn ? START_PATH : '/login'}>
            {isSignedIn ? uiTexts.productName : mailLinkTexts.logIn}
          </Button>
        }
      >
        {[said(act, 'isChanged' in done.data && done.data.isChanged), texts.next]
          .filter((text) => text !== null)
          .join(' ')}
      </EntryNews>
    )

  return (
    <EntryNews
      icon={icon}
      tone={tone}
      title={texts.title}
      action={
        <div className="space-y-4">
          <FormError>{done.error?.message}</FormError>
          <Button
            variant="primary"
            size="large"
            isLoading={done.isPending}
            onClick={() => done.mutate({ input: { token } })}
          >
            {texts.act}
          </Button>
        </div>
      }
    >
      {texts.body}
    </EntryNews>
  )
}
