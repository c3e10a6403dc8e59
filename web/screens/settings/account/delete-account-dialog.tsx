import { useId } from 'react'

import { requestDeletion, sendDeletionCode } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { deletionProof } from '#contract/accounts/rules.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { ClosingMoney } from '#web/features/leaving/closing-money.tsx'
import { leavingTexts as texts } from '#web/features/leaving/messages.ts'
import { forgetSession } from '#web/features/sign-in/sign-in.ts'
import { dayText } from '#web/features/time/when-text.ts'
import { navigate } from '#web/routing/navigate.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { usePassingMessage } from '../use-passing-message.ts'
import type { User } from '../user.ts'
import { MailedCode } from './mailed-code.tsx'

type DeleteAccountDialogProps = { user: User; isOpen: boolean; onClose: () => void }

/** Explains what deleting the account means, and asks for proof that its owner wants it. */
export function DeleteAccountDialog({ user, isOpen, onClose }: DeleteAccountDialogProps) {
  const formId = useId()
  // A second factor is asked for instead, by the call itself.
  const proofOf = ({ currentPassword, code }: { currentPassword: string; code: string }) =>
    user.hasSecondFactor ? {} : user.hasPassword ? { currentPassword } : { code }
  const form = useCallForm(requestDeletion, {
    initial: { currentPassword: '', code: '' },
    about: isOpen,
    check: (values) => fieldErrors(deletionProof, proofOf(values)),
    input: proofOf,
    /** The server has ended every session, including this one. */
    onDone({ deletionDueAt }) {
      forgetSession()
      navigate('/')
      toast.success(accountMessages.deletionRequested, {
        description: texts.erasedOn(dayText(deletionDueAt)),
        durationMs: 15_000,
      })
    },
  })
  const failure = usePassingMessage(form.problem)

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!form.isSaving}
      title={texts.dialogTitle}
      description={texts.dialogIntro}
      footer={
        <>
          <Button onClick={onClose} disabled={form.isSaving}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="danger" isLoading={form.isSaving}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <Consequences user={user} />
      {user.isCreator && <ClosingMoney heading="h3" className="mt-6" />}
      <form id={formId} {...form.props} className="mt-6 space-y-4">
        <FormError>{failure}</FormError>
        {user.hasSecondFactor ? null : user.hasPassword ? (
          <>
            <input type="email" autoComplete="username" value={user.email} readOnly hidden />
            <PasswordField
              {...form.field('currentPassword')}
              label={texts.passwordLabel}
              autoComplete="current-password"
              data-autofocus
            />
          </>
        ) : (
          <MailedCode {...form.field('code')} route={sendDeletionCode} email={user.email} isFocusedFirst />
        )}
      </form>
    </Dialog>
  )
}

function Consequences({ user }: { user: User }) {
  return (
    <ul className="list-disc space-y-2 ps-5 text-ink-soft marker:text-ink-faint">
      <li>{texts.memberships}</li>
      {user.isCreator && <li>{texts.page}</li>}
      <li>{texts.devices}</li>
      <li>{user.isCreator ? `${texts.undo} ${texts.pageBack}` : texts.undo}</li>
      <li>{texts.erased}</li>
    </ul>
  )
}
