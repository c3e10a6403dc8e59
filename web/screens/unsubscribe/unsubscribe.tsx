import { MailCheck, MailX } from 'lucide-react'
import { useParams } from 'react-router'

import { unsubscribe } from '#contract/notifications/routes.ts'
import { useMutation } from '#web/api/queries.ts'
import { EntryNews } from '#web/features/sign-in/entry-news.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** Behind the link in a mail. Asks before it does anything: mail scanners open links as well. */
export function UnsubscribeScreen() {
  const { token = '' } = useParams()
  const end = useMutation(unsubscribe)
  const settings = <Button to="/settings?tab=notifications">Choose my mails</Button>

  if (end.isSuccess)
    return (
      <EntryNews icon={<MailCheck />} title="You are off this list" action={settings}>
        {end.data.msg}
      </EntryNews>
    )

  return (
    <EntryNews
      icon={<MailX />}
      title="No more mails like this?"
      action={
        <div className="space-y-4">
          <FormError>{end.error?.message}</FormError>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              isLoading={end.isPending}
              onClick={() => end.mutate({ input: { token } })}
            >
              Unsubscribe
            </Button>
            {settings}
          </div>
        </div>
      }
    >
      You will go on getting receipts and what concerns the safety of your account.
    </EntryNews>
  )
}
