import type { ReactNode } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { centsFromWire, columnFormat, dollarsFromCents, formatDollars } from '#contract/money.ts'
import type { getCreatorPayments } from '#contract/payments/calls.ts'

import { feeBreakdownTexts as texts } from './messages.ts'

type Payment = OutputOf<typeof getCreatorPayments>[number]

/** The steps from the supporter's payment to the creator's share; they add up to the cent. */
export function FeeBreakdown({
  payment: { currency, amount, percentCharge, fee, net, providerFee },
  paidLabel,
  restLabel,
}: {
  payment: Pick<Payment, 'currency' | 'amount' | 'percentCharge' | 'fee' | 'net' | 'providerFee'>
  paidLabel: string
  restLabel: string
}) {
  const rest = providerFee && dollarsFromCents(centsFromWire(fee) - centsFromWire(providerFee.amount))
  const column = providerFee ? [amount, providerFee.amount, rest ?? 0, net] : [amount, fee, net]
  const money = columnFormat(column, currency)
  return (
    <dl className="text-sm tabular-nums">
      <Line label={paidLabel}>{money(amount)}</Line>
      {providerFee === null ? (
        <Line label={texts.platformFee(percentCharge)}>−{money(fee)}</Line>
      ) : (
        <>
          <Line label={texts.provider}>
            {providerFee.ownCurrency !== currency && (
              <span className="text-ink-faint">
                {formatDollars(providerFee.ownAmount, providerFee.ownCurrency)} ={' '}
              </span>
            )}
            −{money(providerFee.amount)}
          </Line>
          <Line label={texts.restOfFee(percentCharge)}>−{money(rest ?? 0)}</Line>
        </>
      )}
      <Line label={restLabel} className="border-t border-line font-semibold">
        {money(net)}
      </Line>
    </dl>
  )
}

function Line({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={`flex justify-between gap-4 py-1.5 ${className}`}>
      <dt>{label}</dt>
      <dd className="shrink-0 text-end whitespace-nowrap">{children}</dd>
    </div>
  )
}
