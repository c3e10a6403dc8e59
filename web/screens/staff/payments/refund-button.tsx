import { useState } from 'react'

import { getStaffPayment, listApprovals, listStaffPayments, refundAsStaff } from '#contract/console/calls.ts'
import { CURRENCY_SIGNS, type Currency } from '#contract/money.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { onePaymentTexts } from './messages.ts'
import { money, type OnePayment } from './one-payment.ts'

const texts = onePaymentTexts.refund
const REFRESHED = [getStaffPayment, listStaffPayments, listApprovals]

/** Gives a payment back, in whole or in part. */
export function RefundButton({ payment }: { payment: OnePayment }) {
  const [isOpen, setIsOpen] = useState(false)
  const [amount, setAmount] = useState(payment.refundable.toFixed(2))
  const most = money(payment, payment.refundable)
  const sign = CURRENCY_SIGNS[payment.currency as Currency]
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.open}</Button>
      {isOpen && (
        <ReasonDialog
          route={refundAsStaff}
          inputOf={(reason) => ({ paymentId: payment._id, amount, reason })}
          refreshes={REFRESHED}
          title={texts.title(`${sign}${amount}`)}
          body={`${texts.body(payment.member.name)} ${texts.twoPeople}`}
          help={texts.help}
          confirmLabel={texts.confirm}
          isDanger
          onDone={({ state }) => toast.success(state === 'made' ? texts.done : texts.waiting)}
          onClose={() => setIsOpen(false)}
        >
          <NumberField
            label={texts.amount}
            help={texts.amountHelp(most)}
            prefixText={sign}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </ReasonDialog>
      )}
    </>
  )
}
