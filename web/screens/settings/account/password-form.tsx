import { changePassword, getLoggedInUser, getSessions, sendPasswordCode } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { passwordChange } from '#contract/accounts/rules.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { settingsTexts } from '../messages.ts'
import { usePassingMessage } from '../use-passing-message.ts'
import type { User } from '../user.ts'
import { MailedCode } from './mailed-code.tsx'

const texts = settingsTexts.password

export function PasswordForm({ user }: { user: User }) {
  const form = useCallForm(changePassword, {
    initial: { currentPassword: '', code: '', password: '', confirmPassword: '' },
    check: (values) => fieldErrors(passwordChange, inputOf(user, values)),
    input: (values) => inputOf(user, values),
    refreshes: [getLoggedInUser, getSessions],
    onDone() {
      form.reset()
      toast.success(accountMessages.ownPasswordChanged)
    },
  })
  const failure = usePassingMessage(form.problem)

  return (
    <form {...form.props} className="space-y-5">
      <FormError>{failure}</FormError>
      {/* Tells password managers which account this is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      {user.hasPassword ? (
        <PasswordField
          {...form.field('currentPassword')}
          label={texts.current}
          autoComplete="current-password"
        />
      ) : user.hasSecondFactor ? null : (
        <MailedCode {...form.field('code')} route={sendPasswordCode} email={user.email} />
      )}
      <PasswordField {...form.field('password')} label={texts.new} autoComplete="new-password" />
      <PasswordField {...form.field('confirmPassword')} label={texts.confirm} autoComplete="new-password" />
      <Button type="submit" isLoading={form.isSaving}>
        {user.hasPassword ? texts.change : texts.set}
      </Button>
    </form>
  )
}

/** A second factor is asked for by the call itself, in place of a mailed code. */
function inputOf(
  user: User,
  {
    currentPassword,
    code,
    ...chosen
  }: Record<'currentPassword' | 'code' | 'password' | 'confirmPassword', string>,
) {
  if (user.hasPassword) return { currentPassword, ...chosen }
  return user.hasSecondFactor ? chosen : { code, ...chosen }
}
