import { MailCheck, MailX } from 'lucide-react'

import { notificationMessages } from '#contract/notifications/messages.ts'
import { unsubscribe } from '#contract/notifications/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { useParams } from '#web/routing/match-path.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

import { unsubscribeTexts as texts } from './messages.ts'

/** Behind the link in a mail. Asks before doing anything, because mail scanners open links too. */
export function UnsubscribeScreen() {
  const { token = '' } = useParams()
  const end = useMutation(unsubscribe)
  const settings = <Button to="/settings?tab=notifications">{texts.chooseMails}</Button>

  if (end.isSuccess)
    return (
      <EntryNews icon={<MailCheck />} title={texts.doneTitle} action={settings}>
        {notificationMessages.unsubscribed}
      </EntryNews>
    )

  return (
    <EntryNews
      icon={<MailX />}
      title={texts.title}
      action={
        <div className="space-y-4">
          <FormError>{end.error?.message}</FormError>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              isLoading={end.isPending}
              onClick={() => end.mutate({ input: { token } })}
            >
              {texts.unsubscribe}
            </Button>
            {settings}
          </div>
        </div>
      }
    >
      {texts.body}
    </EntryNews>
  )
}
