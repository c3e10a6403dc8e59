import { redeemPass } from '#contract/console/calls.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { navigate } from '#web/routing/navigate.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { StaffPlace } from '../parts/list.tsx'
import { passTexts as texts } from './messages.ts'

/** Where the staff enter the code that somebody gave them. */
export function EnterCode() {
  const form = useCallForm(redeemPass, {
    initial: { code: '' },
    input: (values) => values,
    onDone: ({ passId }) => navigate(`/staff/passes/${passId}`),
  })
  return (
    <StaffPlace title={texts.title} subtitle={texts.subtitle}>
      <form {...form.props} className="max-w-112 space-y-5">
        <FormError>{form.problem}</FormError>
        <TextField
          {...form.field('code')}
          label={texts.code}
          help={texts.codeHelp}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={12}
        />
        <Button variant="primary" type="submit" isLoading={form.isSaving}>
          {texts.open}
        </Button>
      </form>
    </StaffPlace>
  )
}
