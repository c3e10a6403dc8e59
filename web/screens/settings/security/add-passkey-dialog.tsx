import { useId } from 'react'

import { addPasskey, beginPasskey, getLoggedInUser, getSecurity } from '#contract/accounts/calls.ts'
import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { call } from '#web/api/call.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
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
  const form = useCallForm(addPasskey, {
    initial: { label: texts.suggestion },
    about: isOpen,
    check: ({ label }) => (label.trim() === '' ? { label: proofMessages.factorNameRequired } : {}),
    async input({ label }) {
      const creation = await call(beginPasskey, {})
      try {
        const attestation = await makePasskey(creation)
        return { challenge: creation.challenge, label: label.trim(), attestation }
      } catch (error) {
        if (error instanceof PasskeyError) return error.message
        throw error
      }
    },
    refreshes: [getSecurity, getLoggedInUser],
    onDone({ recoveryCodes }) {
      toast.success(proofMessages.passkeyAdded)
      onAdded(recoveryCodes)
    },
  })

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!form.isSaving}
      size="narrow"
      title={texts.title}
      description={texts.intro}
      footer={
        <>
          <Button onClick={onClose} disabled={form.isSaving}>
            {securityTexts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" isLoading={form.isSaving}>
            {texts.add}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="space-y-4">
        <FormError>{form.problem}</FormError>
        <TextField
          {...form.field('label')}
          label={texts.name}
          help={texts.nameHelp}
          maxLength={40}
          autoComplete="off"
          data-autofocus
        />
      </form>
    </Dialog>
  )
}
