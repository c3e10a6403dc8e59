import type { FormEvent } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { changePassword, getLoggedInUser, getSessions, sendPasswordCode } from '#contract/accounts/calls.ts'
import { passwordChange } from '#contract/accounts/rules.ts'
import { useMutation } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { MailedCode } from './mailed-code.tsx'
import { settingsTexts } from './messages.ts'
import { usePassingMessage } from './use-passing-message.ts'
import type { User } from './user.ts'

const texts = settingsTexts.password

export function PasswordForm({ user }: { user: User }) {
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const failure = usePassingMessage()
  const change = useMutation(changePassword, { refreshes: [getLoggedInUser, getSessions] })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (change.isPending) return
    const form = new FormData(event.currentTarget)
    const chosen = { password: textOf(form, 'password'), confirmPassword: textOf(form, 'confirmPassword') }
    const input = user.hasPassword
      ? { currentPassword: textOf(form, 'currentPassword'), ...chosen }
      : { ...(!user.hasSecondFactor && { code: textOf(form, 'code') }), ...chosen }
    const wrong = fieldErrors(passwordChange, input)
    show(wrong)
    failure.show(null)
    if (Object.keys(wrong).length > 0) return
    change.mutate(
      { input },
      {
        onSuccess: () => {
          formRef.current?.reset()
          toast.success(accountMessages.ownPasswordChanged)
        },
        onError: (refusal) => {
          if (!showRefusal(refusal)) failure.show(refusal.message || accountMessages.somethingWentWrong)
        },
      },
    )
  }

  function field(name: string, label: string, autoComplete: 'current-password' | 'new-password') {
    return (
      <PasswordField
        name={name}
        label={label}
        autoComplete={autoComplete}
        error={errors[name] ?? null}
        onChange={() => forget(name)}
      />
    )
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="space-y-5">
      <FormError>{failure.message}</FormError>
      {/* Tells password managers which account this is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      {user.hasPassword ? (
        field('currentPassword', texts.current, 'current-password')
      ) : user.hasSecondFactor ? null : (
        <MailedCode
          route={sendPasswordCode}
          email={user.email}
          error={errors['code'] ?? null}
          onChange={() => forget('code')}
        />
      )}
      {field('password', texts.new, 'new-password')}
      {field('confirmPassword', texts.confirm, 'new-password')}
      <Button type="submit" isLoading={change.isPending}>
        {user.hasPassword ? texts.change : texts.set}
      </Button>
    </form>
  )
}
