import { formatDay } from '#contract/dates.ts'
import { columnFormat, formatDollars } from '#contract/money.ts'
import { takesMoney } from '#contract/payments/dispute-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { onePaymentTexts } from './messages.ts'
import type { OnePayment } from './one-payment.ts'

const texts = onePaymentTexts.waterfall
/** Refunds that take nothing: not decided, declined, or not made. */
const IDLE: ReadonlySet<string> = new Set(['requested', 'declined', 'failed'])

/** From what was charged down to what is left of it, as a table whose last line is the sum. */
export function Waterfall({ payment }: { payment: OnePayment }) {
  const { amount, fee, feePercent, net, refunds, refundable, providerFee } = payment
  const disputed = payment.disputes.filter(takesMoney)
  const taken = [
    ...refunds.flatMap((refund) => [refund.amount, refund.fee, refund.net]),
    ...disputed.flatMap((dispute) => [dispute.amount, dispute.borne, dispute.taken]),
  ]
  const money = columnFormat([amount, fee, net, refundable, ...taken], payment.currency)
  return (
    <div className="rounded-card border border-line bg-paper-raised">
      <dl className="divide-y divide-line tabular-nums">
        <Line label={texts.charged} amount={money(amount)} isStrong />
        <Line label={texts.fee(String(feePercent))} amount={money(fee)} isPart />
        <Line label={texts.net} amount={money(net)} isPart />
        {refunds.map((refund) => (
          <Line
            key={refund._id}
            label={
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {texts.refund(formatDay(refund.requestedAt))}
                <Badge tone={IDLE.has(refund.status) ? 'neutral' : 'info'}>
                  {refund.isReplaced ? onePaymentTexts.replaced : onePaymentTexts.statuses[refund.status]}
                </Badge>
              </span>
            }
            help={[
              ...(IDLE.has(refund.status) ? [] : [texts.split(money(refund.fee), money(refund.net))]),
              ...(refund.reason === '' ? [] : [refund.reason]),
            ].join(' · ')}
            amount={money(IDLE.has(refund.status) ? refund.amount : -refund.amount)}
            isIdle={IDLE.has(refund.status)}
          />
        ))}
        {disputed.map(({ status, amount: asked, taken: takenHere, borne, openedAt }) => (
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
            help={
              borne > 0
                ? texts.borne(money(borne))
                : status === 'open'
                  ? texts.deciding(money(asked), asked > takenHere)
                  : ''
            }
            amount={money(-takenHere)}
          />
        ))}
        {refunds.length + disputed.length > 0 && (
          <Line label={texts.left} amount={money(refundable)} isStrong />
        )}
      </dl>
      <p className="border-t border-line px-4 py-3 text-sm text-ink-soft sm:px-5">
        {providerFee === null
          ? texts.providerUnknown
          : `${texts.provider}: ${texts.withTax(
              formatDollars(providerFee.amount, providerFee.currency),
              formatDollars(providerFee.tax, providerFee.currency),
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
