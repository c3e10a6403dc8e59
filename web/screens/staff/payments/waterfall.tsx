import { formatDay } from '#contract/dates.ts'
import { formatExactDollars } from '#contract/money.ts'
import { takesMoney } from '#contract/payments/dispute-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { onePaymentTexts } from './messages.ts'
import { money, type OnePayment } from './one-payment.ts'

const texts = onePaymentTexts.waterfall
/** Refunds that take nothing: not decided, declined, or not made. */
const IDLE = new Set(['requested', 'declined', 'failed', 'replaced'])

/** From what was charged down to what is left of it, as a table whose last line is the sum. */
export function Waterfall({ payment }: { payment: OnePayment }) {
  const { amount, fee, feePercent, net, refunds, refundable, providerFee } = payment
  const taken = payment.disputes.filter(takesMoney)
  return (
    <div className="rounded-card border border-line bg-paper-raised">
      <dl className="divide-y divide-line tabular-nums">
        <Line label={texts.charged} amount={money(payment, amount)} isStrong />
        <Line label={texts.fee(String(feePercent))} amount={money(payment, fee)} isPart />
        <Line label={texts.net} amount={money(payment, net)} isPart />
        {refunds.map((refund) => (
          <Line
            key={refund._id}
            label={
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {texts.refund(formatDay(refund.requestedAt))}
                <Badge tone={IDLE.has(refund.status) ? 'neutral' : 'info'}>
                  {onePaymentTexts.statuses[refund.status] ?? refund.status}
                </Badge>
              </span>
            }
            help={[
              ...(IDLE.has(refund.status)
                ? []
                : [texts.split(money(payment, refund.fee), money(payment, refund.net))]),
              ...(refund.reason === '' ? [] : [refund.reason]),
            ].join(' · ')}
            amount={money(payment, IDLE.has(refund.status) ? refund.amount : -refund.amount)}
            isIdle={IDLE.has(refund.status)}
          />
        ))}
        {taken.map(({ status, amount: asked, borne, openedAt }) => (
          <Line
            key={openedAt}
            label={
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {texts.dispute(formatDay(openedAt))}
                <Badge tone={status === 'lost' ? 'bad' : 'warn'}>
                  {onePaymentTexts.disputeStatuses[status]}
                </Badge>
              </span>
            }
            help={status === 'open' ? texts.deciding : borne > 0 ? texts.borne(money(payment, borne)) : ''}
            amount={money(payment, -asked)}
          />
        ))}
        {refunds.length + taken.length > 0 && (
          <Line label={texts.left} amount={money(payment, refundable)} isStrong />
        )}
      </dl>
      <p className="border-t border-line px-4 py-3 text-sm text-ink-soft sm:px-5">
        {providerFee === null
          ? texts.providerUnknown
          : `${texts.provider}: ${texts.withTax(
              formatExactDollars(providerFee.amount, providerFee.currency),
              formatExactDollars(providerFee.tax, providerFee.currency),
            )}`}
      </p>
    </div>
  )
}

function Line(props: {
  label: React.ReactNode
  help?: string
  amount: string
  isStrong?: boolean
  isPart?: boolean
  isIdle?: boolean
}) {
  const { label, help = '', amount, isStrong, isPart, isIdle } = props
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4 px-4 py-3 sm:px-5',
        isPart && 'ps-8 sm:ps-10',
        isStrong && 'font-semibold',
        isIdle && 'text-ink-soft',
      )}
    >
      <dt className="min-w-0">
        {label}
        {help !== '' && (
          <span className="mt-0.5 block text-sm font-normal wrap-break-word text-ink-soft">{help}</span>
        )}
      </dt>
      <dd className={classNames('shrink-0', isIdle && 'line-through')}>{amount}</dd>
    </div>
  )
}
