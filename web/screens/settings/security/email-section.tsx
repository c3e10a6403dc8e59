import { AtSign } from 'lucide-react'
import { useState } from 'react'

import { cancelEmailChange, getSecurity } from '#contract/accounts/calls.ts'
import { proofMessages } from '#contract/accounts/proof-messages.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { toast } from '#web/ui/toast.tsx'

import { SettingsSection } from '../settings-section.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { securityTexts } from './messages.ts'

const texts = securityTexts.email

type Change = NonNullable<OutputOf<typeof getSecurity>['emailChange']>

export function EmailSection({ email, change }: { email: string; change: Change | null }) {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <SettingsSection title={texts.title} hint={texts.hint}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border border-line bg-paper-raised p-4">
        <p className="flex min-w-0 items-center gap-3 font-medium">
          <AtSign aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
          <EmailAddress className="min-w-0">{email}</EmailAddress>
        </p>
        <Button size="small" onClick={() => setIsChanging(true)}>
          {texts.change}
        </Button>
      </div>
      {change && <Pending change={change} />}
      <ChangeEmailDialog email={email} isOpen={isChanging} onClose={() => setIsChanging(false)} />
    </SettingsSection>
  )
}

function Pending({ change }: { change: Change }) {
  const cancel = useMutation(cancelEmailChange, { refreshes: [getSecurity] })
  const waiting = change.isOldConfirmed ? 'new' : change.isNewConfirmed ? 'old' : 'both'
  return (
    <Banner
      tone="info"
      className="mt-4"
      title={texts.pending(change.email)}
      action={
        <Button
          size="small"
          isLoading={cancel.isPending}
          onClick={() =>
            cancel.mutate(
              { input: {} },
              {
                onSuccess: () => toast.success(proofMessages.emailChangeCancelled),
                onError: ({ message }) => toast.error(message),
              },
            )
          }
        >
          {texts.give}
        </Button>
      }
    >
      {texts.waiting[waiting]}
    </Banner>
  )
}
