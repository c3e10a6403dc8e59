import type { ReactNode } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { NUMBER_LOCALE } from '#contract/locale.ts'
import { formatExactDollars } from '#contract/money.ts'
import type { getCreatorPayments } from '#contract/payments/routes.ts'

import { waterfallTexts as texts } from './messages.ts'

type Payment = OutputOf<typeof getCreatorPayments>[number]

/** From what the supporter paid to what is the creator's, in steps that sum to the cent. */
export function Waterfall({
  payment: { amount, percentCharge, fee, net, providerFee },
  paidLabel,
  restLabel,
}: {
  payment: Pick<Payment, 'amount' | 'percentCharge' | 'fee' | 'net' | 'providerFee'>
  paidLabel: string
  restLabel: string
}) {
  const cents = (dollars: number) => Math.round(dollars * 100)
  return (
    <dl className="text-sm tabular-nums">
      <Line label={paidLabel}>{formatExactDollars(amount)}</Line>
      {providerFee === null ? (
        <Line label={texts.platformFee(percentCharge)}>−{formatExactDollars(fee)}</Line>
      ) : (
        <>
          <Line label={texts.provider}>
            <span className="text-ink-faint">
              {formatOwn(providerFee.ownAmount, providerFee.ownCurrency)} ={' '}
            </span>
            −{formatExactDollars(providerFee.amount)}
          </Line>
          <Line label={texts.restOfFee(percentCharge)}>
            −{formatExactDollars((cents(fee) - cents(providerFee.amount)) / 100)}
          </Line>
        </>
      )}
      <Line label={restLabel} className="border-t border-line font-semibold">
        {formatExactDollars(net)}
      </Line>
    </dl>
  )
}

function formatOwn(amount: number, currency: string): string {
  return new Intl.NumberFormat(NUMBER_LOCALE, { style: 'currency', currency }).format(amount)
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
      <dd>{children}</dd>
    </div>
  )
}
