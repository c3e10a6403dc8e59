import { MailCheck } from 'lucide-react'
import { useState } from 'react'

import { followByMail } from '#contract/audiences/calls.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { SubmitButton } from '#web/features/form/submit-button.tsx'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { checkEntry } from '#web/features/sign-in/check-entry.ts'
import { EmailField, EntryForm } from '#web/features/sign-in/entry-form.tsx'
import { OtherWay } from '#web/features/sign-in/entry-parts.tsx'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'

import { followPath } from './follow-path.ts'
import { followByMailTexts as texts } from './follow-by-mail-messages.ts'

export type FollowByMailProps = {
  pageHandle: string
  pageName: string
  isOpen: boolean
  onClose: () => void
}

/** For visitors: an address is enough to ask for following a page; the rest is behind the mailed link. */
export function FollowByMail({ pageHandle, pageName, isOpen, onClose }: FollowByMailProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="narrow"
      title={sentTo === null ? texts.title(pageName) : texts.sentTitle}
      description={sentTo === null ? texts.description : null}
    >
      {sentTo === null ? (
        <AddressForm pageHandle={pageHandle} onSent={setSentTo} />
      ) : (
        <div className="space-y-5">
          <output className="flex gap-3 text-base text-ink-soft">
            <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
            <span className="min-w-0">
              <RichText text={texts.sent(sentTo)} slots={{ email: <EmailAddress /> }} />
            </span>
          </output>
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" onClick={onClose} data-autofocus>
              {texts.done}
            </Button>
            <Button onClick={() => setSentTo(null)}>{texts.otherAddress}</Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function AddressForm({ pageHandle, onSent }: { pageHandle: string; onSent: (email: string) => void }) {
  const form = useCallForm(followByMail, {
    initial: { pageHandle, email: '' },
    check: (values) => checkEntry('forgot', values),
    input: (values) => values,
    onDone: (_answer, { email }) => onSent(email),
  })

  return (
    <>
      <EntryForm form={form.props}>
        <FormError>{form.problem}</FormError>
        <EmailField {...form.field('email')} label={texts.email} />
        <SubmitButton isLoading={form.isSaving}>{texts.send}</SubmitButton>
      </EntryForm>
      <OtherWay question={texts.haveAccount} to={loginPath(followPath(pageHandle))} label={texts.logIn} />
    </>
  )
}
