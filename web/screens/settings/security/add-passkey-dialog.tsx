import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { type FormEvent, useId, useState } from 'react'

import { addPasskey, beginPasskey, getLoggedInUser, getSecurity } from '#contract/accounts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
import { makePasskey, PasskeyError } from '#web/features/proof/passkey.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { securityTexts } from './messages.ts'

const texts = securityTexts.passkey

export function AddPasskeyDialog({
  isOpen,
  onClose,
  onAdded,
}: {
  isOpen: boolean
  onClose: () => void
  onAdded: (codes: string[] | null) => void
}) {
  const formId = useId()
  const { formRef, errors, show, forget } = useFormErrors()
  const begin = useMutation(beginPasskey)
  const add = useMutation(addPasskey, { refreshes: [getSecurity, getLoggedInUser] })
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const label = textOf(new FormData(event.currentTarget), 'label').trim()
    if (label === '') return show({ label: proofMessages.factorNameRequired })
    setProblem(null)
    setIsPending(true)
    try {
      const creation = await begin.mutateAsync({ input: {} })
      const attestation = await makePasskey(creation)
      const { challenge } = creation
      const { recoveryCodes } = await add.mutateAsync({ input: { challenge, label, attestation } })
      toast.success(proofMessages.passkeyAdded)
      onAdded(recoveryCodes)
    } catch (error) {
      if (!(error instanceof CallError || error instanceof PasskeyError)) throw error
      setProblem(error.message)
    } finally {
      setIsPending(false)
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!isPending}
      size="narrow"
      title={texts.title}
      description={texts.intro}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {securityTexts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isPending}>
            {texts.add}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={formRef}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="space-y-4"
      >
        <FormError>{problem}</FormError>
        <TextField
          name="label"
          label={texts.name}
          help={texts.nameHelp}
          defaultValue={texts.suggestion}
          maxLength={40}
          autoComplete="off"
          error={errors['label'] ?? null}
          onChange={() => forget('label')}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
