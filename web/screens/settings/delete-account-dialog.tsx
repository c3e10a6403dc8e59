import { type FormEvent, useId } from 'react'

import { requestDeletion, sendDeletionCode } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { deletionProof } from '#contract/accounts/rules.ts'
import { useMutation } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
import { ClosingMoney } from '#web/features/leaving/closing-money.tsx'
import { leavingTexts as texts } from '#web/features/leaving/messages.ts'
import { forgetSession } from '#web/features/sign-in/sign-in.ts'
import { navigate } from '#web/routing/navigate.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { MailedCode } from './mailed-code.tsx'
import { usePassingMessage } from './use-passing-message.ts'
import type { User } from './user.ts'

type DeleteAccountDialogProps = { user: User; isOpen: boolean; onClose: () => void }

/** Explains what deleting the account means, and asks for proof that its owner wants it. */
export function DeleteAccountDialog({ user, isOpen, onClose }: DeleteAccountDialogProps) {
  const formId = useId()
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const failure = usePassingMessage()
  const removal = useMutation(requestDeletion)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (removal.isPending) return
    const form = new FormData(event.currentTarget)
    // A second factor is asked for instead, by the call itself.
    const input = user.hasSecondFactor
      ? {}
      : user.hasPassword
        ? { currentPassword: textOf(form, 'currentPassword') }
        : { code: textOf(form, 'code') }
    const wrong = fieldErrors(deletionProof, input)
    show(wrong)
    failure.show(null)
    if (Object.keys(wrong).length > 0) return
    removal.mutate(
      { input },
      {
        onSuccess: ({ deletionDueAt }) => void leave(deletionDueAt),
        onError: (refusal) => {
          if (!showRefusal(refusal)) failure.show(refusal.message || accountMessages.somethingWentWrong)
        },
      },
    )
  }

  /** The server has ended every session, including this one. */
  async function leave(deletionDueAt: string) {
    forgetSession()
    navigate('/')
    toast.success(accountMessages.deletionRequested, {
      description: texts.erasedOn(dayText(deletionDueAt)),
      durationMs: 15_000,
    })
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!removal.isPending}
      title={texts.dialogTitle}
      description={texts.dialogIntro}
      footer={
        <>
          <Button onClick={onClose} disabled={removal.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="danger" isLoading={removal.isPending}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <Consequences user={user} />
      {user.isCreator && <ClosingMoney heading="h3" className="mt-6" />}
      <form id={formId} ref={formRef} noValidate onSubmit={submit} className="mt-6 space-y-4">
        <FormError>{failure.message}</FormError>
        {user.hasSecondFactor ? null : user.hasPassword ? (
          <>
            <input type="email" autoComplete="username" value={user.email} readOnly hidden />
            <PasswordField
              name="currentPassword"
              label={texts.passwordLabel}
              autoComplete="current-password"
              error={errors['currentPassword'] ?? null}
              onChange={() => forget('currentPassword')}
              data-autofocus
            />
          </>
        ) : (
          <MailedCode
            route={sendDeletionCode}
            email={user.email}
            error={errors['code'] ?? null}
            onChange={() => forget('code')}
            isFocusedFirst
          />
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
