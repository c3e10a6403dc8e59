import { type FormEvent, useId, useState } from 'react'

import { centsFromDollars, CURRENCY_SIGNS, CURRENCIES, CURRENCY, formatCents } from '#contract/money.ts'
import { refundMessages } from '#contract/payments/messages.ts'
import { REFUND_REASON_MAX_LENGTH } from '#contract/payments/refund-rules.ts'
import { decideRefund, getCreatorPayments, getRefunds, giveRefund } from '#contract/payments/calls.ts'
import { getBalance } from '#contract/payouts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
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

const AFTER = { refreshes: [getRefunds, getCreatorPayments, getBalance] }

/** Confirms a refund with its exact amount, or declines one; the note goes to the supporter. */
export function RefundDialog({ act, onClose }: { act: RefundAct | null; onClose: () => void }) {
  const formId = useId()
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const [failure, setFailure] = useState<string | null>(null)
  const [amount, setAmount] = useState('')
  const decide = useMutation(decideRefund, AFTER)
  const give = useMutation(giveRefund, AFTER)
  const isPending = decide.isPending || give.isPending
  const [shownAct, setShownAct] = useState(act)
  if (act !== null && act !== shownAct) {
    setShownAct(act)
    setAmount(act.left.toFixed(2))
    setFailure(null)
    show({})
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (act === null || isPending) return
    const note = textOf(new FormData(event.currentTarget), 'note').trim()
    const cents = centsFromDollars(amount)
    const wrong: Record<string, string> = {}
    if (act.kind !== 'decline' && (cents === null || cents === 0))
      wrong['amount'] = refundMessages.amountInvalid
    if (act.kind === 'give' && note === '') wrong['note'] = refundMessages.giveReasonRequired
    show(wrong)
    setFailure(null)
    if (Object.keys(wrong).length > 0) return
    const done = {
      onSuccess: () => {
        toast.success(act.kind === 'decline' ? refundMessages.declined : refundMessages.approved)
        onClose()
      },
      onError: (refusal: Parameters<typeof showRefusal>[0]) => {
        if (!showRefusal(refusal)) setFailure(refusal.message)
      },
    }
    if (act.kind === 'give') give.mutate({ input: { paymentId: act.paymentId, amount, reason: note } }, done)
    else {
      const { kind, refundId } = act
      const input = { refundId, decision: kind, note, ...(kind === 'approve' ? { amount } : {}) }
      decide.mutate({ input }, done)
    }
  }

  const kind = shownAct?.kind ?? 'approve'
  const name = shownAct?.name ?? ''
  const currency = CURRENCIES.find((known) => known === shownAct?.currency) ?? CURRENCY
  const title = { approve: texts.approveTitle, decline: texts.declineTitle, give: texts.giveTitle }[kind](
    name,
  )
  const cents = centsFromDollars(amount)
  return (
    <Dialog
      isOpen={act !== null}
      onClose={onClose}
      canDismiss={!isPending}
      title={title}
      description={kind === 'decline' ? texts.declineBody : texts.approveBody}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {payoutTexts.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={kind === 'decline' ? 'danger' : 'primary'}
            isLoading={isPending}
          >
            {kind === 'decline'
              ? texts.confirmDecline
              : texts.approveAmount(cents ? formatCents(cents, currency) : '')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={formRef} noValidate onSubmit={submit} className="space-y-5">
        <FormError>{failure}</FormError>
        {kind !== 'decline' && (
          <TextField
            name="amount"
            label={texts.amount}
            prefixText={CURRENCY_SIGNS[currency]}
            inputMode="decimal"
            value={amount}
            error={errors['amount'] ?? null}
            onChange={({ target }) => {
              setAmount(target.value)
              forget('amount')
            }}
          />
        )}
        <TextArea
          name="note"
          label={kind === 'give' ? texts.reason : texts.note}
          help={kind === 'give' ? texts.reasonHelp : texts.noteHelp}
          rows={3}
          characterLimit={REFUND_REASON_MAX_LENGTH}
          error={errors['note'] ?? errors['reason'] ?? null}
          onChange={() => forget('note')}
        />
      </form>
    </Dialog>
  )
}
