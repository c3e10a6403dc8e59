import { useId } from 'react'

import { getSecurity, renameFactor } from '#contract/accounts/calls.ts'
import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { type Factor, nameOf } from './factor.ts'
import { securityTexts as texts } from './messages.ts'

export function RenameDialog({ factor, onClose }: { factor: Factor | null; onClose: () => void }) {
  const formId = useId()
  const form = useCallForm(renameFactor, {
    initial: { label: factor ? nameOf(factor) : '' },
    about: factor,
    check: ({ label }) => (label.trim() === '' ? { label: proofMessages.factorNameRequired } : {}),
    input: ({ label }) => ({ factorId: factor?._id ?? '', label: label.trim() }),
    refreshes: [getSecurity],
    onDone() {
      toast.success(proofMessages.factorRenamed)
      onClose()
    },
  })

  return (
    <Dialog
      isOpen={factor !== null}
      onClose={onClose}
      size="narrow"
      title={texts.passkey.renameTitle}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={form.isSaving}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="space-y-4">
        <FormError>{form.problem}</FormError>
        <TextField {...form.field('label')} label={texts.passkey.name} maxLength={40} data-autofocus />
      </form>
    </Dialog>
  )
}
