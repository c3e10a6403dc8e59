import { useId, useState } from 'react'

import { centsFromDollars, CURRENCY_SIGNS, CURRENCIES, CURRENCY, formatCents } from '#contract/money.ts'
import { refundMessages } from '#contract/payments/messages.ts'
import { REFUND_REASON_MAX_LENGTH } from '#contract/payments/refund-rules.ts'
import { decideRefund, getCreatorPayments, getRefunds, giveRefund } from '#contract/payments/calls.ts'
import { getBalance } from '#contract/payouts/calls.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { payoutTexts } from './messages.ts'

const texts = payoutTexts.refunds

/** The decision at hand: a request, or a refund nobody asked for. */
export type RefundAct =
  | { kind: 'approve' | 'decline'; refundId: string; name: string; left: number; currency: string }
  | { kind: 'give'; paymentId: string; name: string; left: number; currency: string }

/** Confirms a refund with its exact amount, or declines one; the note goes to the supporter. */
export function RefundDialog({ act, onClose }: { act: RefundAct | null; onClose: () => void }) {
  const formId = useId()
  const form = useCallForm(act?.kind === 'give' ? giveRefund : decideRefund, {
    initial: { amount: act?.left.toFixed(2) ?? '', note: '' },
    about: act,
    check({ amount, note }) {
      const isWrong = act?.kind !== 'decline' && !centsFromDollars(amount)
      return {
        ...(isWrong && { amount: refundMessages.amountInvalid }),
        ...(act?.kind === 'give' && note.trim() === '' && { note: refundMessages.giveReasonRequired }),
      }
    },
    input({ amount, note }) {
      if (act?.kind === 'give') return { paymentId: act.paymentId, amount, reason: note.trim() }
      const decided = { refundId: act?.refundId ?? '', note: note.trim() }
      return act?.kind === 'approve'
        ? { ...decided, decision: 'approve' as const, amount }
        : { ...decided, decision: 'decline' as const }
    },
    refreshes: [getRefunds, getCreatorPayments, getBalance],
    onDone() {
      toast.success(act?.kind === 'decline' ? refundMessages.declined : refundMessages.approved)
      onClose()
    },
    // The note is the reason for what was given unasked.
    onRefused: ({ field, fields: { reason, ...fields }, message }) =>
      field === undefined ? { form: message } : { ...fields, ...(reason !== undefined && { note: reason }) },
  })
  const [shownAct, setShownAct] = useState(act)
  if (act !== null && act !== shownAct) setShownAct(act)

  const kind = shownAct?.kind ?? 'approve'
  const name = shownAct?.name ?? ''
  const currency = CURRENCIES.find((known) => known === shownAct?.currency) ?? CURRENCY
  const title = { approve: texts.approveTitle, decline: texts.declineTitle, give: texts.giveTitle }[kind](
    name,
  )
  const cents = centsFromDollars(form.values.amount)
  return (
    <Dialog
      isOpen={act !== null}
      onClose={onClose}
      canDismiss={!form.isSaving}
      title={title}
      description={kind === 'decline' ? texts.declineBody : texts.approveBody}
      footer={
        <>
          <Button onClick={onClose} disabled={form.isSaving}>
            {payoutTexts.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={kind === 'decline' ? 'danger' : 'primary'}
            isLoading={form.isSaving}
          >
            {kind === 'decline'
              ? texts.confirmDecline
              : texts.approveAmount(cents ? formatCents(cents, currency) : '')}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="space-y-5">
        <FormError>{form.problem}</FormError>
        {kind !== 'decline' && (
          <TextField
            {...form.field('amount')}
            label={texts.amount}
            prefixText={CURRENCY_SIGNS[currency]}
            inputMode="decimal"
          />
        )}
        <TextArea
          {...form.field('note')}
          label={kind === 'give' ? texts.reason : texts.note}
          help={kind === 'give' ? texts.reasonHelp : texts.noteHelp}
          rows={3}
          characterLimit={REFUND_REASON_MAX_LENGTH}
        />
      </form>
    </Dialog>
  )
}
