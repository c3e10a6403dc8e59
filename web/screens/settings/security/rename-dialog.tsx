import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { type FormEvent, useId } from 'react'

import { getSecurity, renameFactor } from '#contract/accounts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { type Factor, nameOf } from './factor.ts'
import { securityTexts as texts } from './messages.ts'

export function RenameDialog({ factor, onClose }: { factor: Factor | null; onClose: () => void }) {
  const formId = useId()
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const rename = useMutation(renameFactor, { refreshes: [getSecurity] })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!factor || rename.isPending) return
    const label = textOf(new FormData(event.currentTarget), 'label').trim()
    if (label === '') return show({ label: proofMessages.factorNameRequired })
    rename.mutate(
      { input: { factorId: factor._id, label } },
      {
        onSuccess: () => {
          toast.success(proofMessages.factorRenamed)
          onClose()
        },
        onError: (refusal) => void showRefusal(refusal),
      },
    )
  }

  return (
    <Dialog
      isOpen={factor !== null}
      onClose={onClose}
      size="narrow"
      title={texts.passkey.renameTitle}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={rename.isPending}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={formId} ref={formRef} noValidate onSubmit={submit} className="space-y-4">
        <FormError>{rename.error?.field === undefined && rename.error?.message}</FormError>
        <TextField
          name="label"
          label={texts.passkey.name}
          defaultValue={factor ? nameOf(factor) : ''}
          maxLength={40}
          error={errors['label'] ?? null}
          onChange={() => forget('label')}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
