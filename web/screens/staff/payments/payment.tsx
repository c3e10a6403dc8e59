import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { getStaffPayment, listApprovals, listStaffPayments, refundAsStaff } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { columnFormat, CURRENCY_SIGNS, type Currency, formatDollars } from '#contract/money.ts'
import { takesMoney } from '#contract/payments/dispute-status.ts'
import { useQuery } from '#web/api/queries.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { Row, Rows } from '../parts/list.tsx'
import { partTexts } from '../parts/messages.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Facts, Part, StaffRecord } from '../parts/record.tsx'
import { usePermit } from '../rights.ts'
import { onePaymentTexts as texts } from './messages.ts'

type OnePayment = OutputOf<typeof getStaffPayment>

const waterfallTexts = texts.waterfall
const refundTexts = texts.refund
const ENDED = new Set(['canceled', 'expired'])
const link = 'rounded-small text-brand underline underline-offset-3'

/** An amount of a payment. */
function amountOf({ currency }: Pick<OnePayment, 'currency'>, amount: number): string {
  return formatDollars(amount, currency)
}

/** One payment: why it was charged, and where each cent of it went. */
export function Payment() {
  const paymentId = useParams()['id'] ?? ''
  const found = useQuery(getStaffPayment, { paymentId })
  const mayRefund = usePermit('refunds') !== null
  const member = found.data?.member
  const back = member
    ? { to: `/staff/people/${member._id}`, label: texts.backToPerson(member.name) }
    : { to: '/staff/payments', label: texts.back }
  return (
    <StaffRecord back={back} title={texts.one} found={found}>
      {(payment) => ({
        title: texts.heading(amountOf(payment, payment.amount), formatDay(payment.capturedAt)),
        actions: mayRefund && payment.refundable > 0 && <RefundButton payment={payment} />,
        children: <Shown payment={payment} />,
      })}
    </StaffRecord>
  )
}

function Shown({ payment }: { payment: OnePayment }) {
  return (
    <>
      <Part title={texts.why.title}>
        <p className="max-w-reading text-lg text-ink">{whyOf(payment).join(' ')}</p>
      </Part>
      <Part title={texts.waterfall.title}>
        <Waterfall payment={payment} />
      </Part>
      {payment.disputes.length > 0 && (
        <Part title={texts.disputes}>
          <Rows>
            {payment.disputes.map(({ status, amount, openedAt, respondBy }) => (
              <Row
                key={openedAt}
                title={texts.dispute(amountOf(payment, amount), formatDay(openedAt))}
                badges={
                  <Badge tone={status === 'lost' ? 'bad' : 'warn'}>{texts.disputeStatuses[status]}</Badge>
                }
                meta={respondBy !== null && texts.respondBy(formatDay(respondBy))}
              />
            ))}
          </Rows>
        </Part>
      )}
      <Part title={texts.payout.title}>
        <p className="text-base text-ink-soft">{payoutOf(payment).join(' ')}</p>
        <p className="mt-2">
          <Link to={`/staff/creators/${payment.page._id}`} className={link}>
            {texts.payout.see}
          </Link>
        </p>
      </Part>
      <div className="mt-10 border-t border-line pt-6">
        <Facts facts={factsOf(payment)} />
      </div>
    </>
  )
}

function factsOf({ member, page, receiptNumber, providerPaymentId, _id }: OnePayment) {
  const { facts } = texts
  return [
    {
      label: facts.member,
      value: (
        <Link to={`/staff/people/${member._id}`} dir="auto" className={link}>
          {member.name}
        </Link>
      ),
    },
    {
      label: facts.page,
      value: (
        <Link to={`/staff/creators/${page._id}`} dir="auto" className={link}>
          {page.name}
        </Link>
      ),
    },
    { label: facts.receipt, value: <Copyable name={facts.receipt}>{receiptNumber}</Copyable> },
    {
      label: facts.provider,
      value: <Copyable name={facts.provider}>{providerPaymentId}</Copyable>,
      isLong: true,
    },
    { label: facts.id, value: <Copyable name={facts.id}>{_id}</Copyable>, isLong: true },
  ]
}

/** A number or an id, and a button that copies it: it is looked up at a bank, at Razorpay or in the logs. */
function Copyable({ name, children }: { name: string; children: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(children)
      toast.success(partTexts.copy.done)
    } catch {
      toast.error(partTexts.copy.failed)
    }
  }
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 text-sm wrap-anywhere">{children}</code>
      <IconButton
        label={partTexts.copy.copy(name)}
        icon={<Copy aria-hidden="true" />}
        onClick={() => void copy()}
        className="-my-3 [&>svg]:size-4"
      />
    </span>
  )
}

function whyOf(payment: OnePayment): string[] {
  const { why } = texts
  const { member, page, planName, kind, number, interval, carried } = payment
  const since = formatDay(payment.membershipSince)
  const what =
    kind === 'difference'
      ? why.difference(member.name, planName, page.name, since)
      : number === 1
        ? why.first(member.name, planName, page.name, since)
        : why.later(member.name, planName, page.name, since, String(number))
  return [
    what,
    why.period(formatDay(payment.periodFrom), formatDay(payment.periodUntil)),
    ...(carried > 0 ? [why.carried(amountOf(payment, carried))] : []),
    ENDED.has(payment.membershipStatus) ? why.ended : why[interval],
  ]
}

function payoutOf({ payout, availableFrom, interval, currency }: OnePayment): string[] {
  const { payout: said } = texts
  if (!payout) return [said.pending(formatDay(availableFrom)), said.none]
  return [
    said.went(amountOf({ currency }, payout.amount), formatDay(payout.requestedAt)),
    ...(interval === 'yearly' ? [said.yearly] : []),
  ]
}

const REFRESHED = [getStaffPayment, listStaffPayments, listApprovals]

/** Gives a payment back, in whole or in part. */
function RefundButton({ payment }: { payment: OnePayment }) {
  const [isOpen, setIsOpen] = useState(false)
  const [amount, setAmount] = useState(payment.refundable.toFixed(2))
  const most = amountOf(payment, payment.refundable)
  const sign = CURRENCY_SIGNS[payment.currency as Currency]
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{refundTexts.open}</Button>
      {isOpen && (
        <ReasonDialog
          route={refundAsStaff}
          inputOf={(reason) => ({ paymentId: payment._id, amount, reason })}
          refreshes={REFRESHED}
          title={refundTexts.title(`${sign}${amount}`)}
          body={`${refundTexts.body(payment.member.name)} ${refundTexts.twoPeople}`}
          help={refundTexts.help}
          confirmLabel={refundTexts.confirm}
          isDanger
          onDone={({ state }) => toast.success(state === 'made' ? refundTexts.done : refundTexts.waiting)}
          onClose={() => setIsOpen(false)}
        >
          <NumberField
            label={refundTexts.amount}
            help={refundTexts.amountHelp(most)}
            prefixText={sign}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </ReasonDialog>
      )}
    </>
  )
}

/** Refunds that take nothing: not decided, declined, or not made. */
const IDLE: ReadonlySet<string> = new Set(['requested', 'declined', 'failed'])

/** From what was charged down to what is left of it, as a table whose last line is the sum. */
function Waterfall({ payment }: { payment: OnePayment }) {
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
        <Line label={waterfallTexts.charged} amount={money(amount)} isStrong />
        <Line label={waterfallTexts.fee(String(feePercent))} amount={money(fee)} isPart />
        <Line label={waterfallTexts.net} amount={money(net)} isPart />
        {refunds.map((refund) => (
          <Line
            key={refund._id}
            label={
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {waterfallTexts.refund(formatDay(refund.requestedAt))}
                <Badge tone={IDLE.has(refund.status) ? 'neutral' : 'info'}>
                  {refund.isReplaced ? texts.replaced : texts.statuses[refund.status]}
                </Badge>
              </span>
            }
            help={[
              ...(IDLE.has(refund.status)
                ? []
                : [waterfallTexts.split(money(refund.fee), money(refund.net))]),
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
                {waterfallTexts.dispute(formatDay(openedAt))}
                <Badge tone={status === 'lost' ? 'bad' : 'warn'}>{texts.disputeStatuses[status]}</Badge>
              </span>
            }
            help={
              borne > 0
                ? waterfallTexts.borne(money(borne))
                : status === 'open'
                  ? waterfallTexts.deciding(money(asked), asked > takenHere)
                  : ''
            }
            amount={money(-takenHere)}
          />
        ))}
        {refunds.length + disputed.length > 0 && (
          <Line label={waterfallTexts.left} amount={money(refundable)} isStrong />
        )}
      </dl>
      <p className="border-t border-line px-4 py-3 text-sm text-ink-soft sm:px-5">
        {providerFee === null
          ? waterfallTexts.providerUnknown
          : `${waterfallTexts.provider}: ${waterfallTexts.withTax(
              formatDollars(providerFee.amount, providerFee.currency),
              formatDollars(providerFee.tax, providerFee.currency),
            )}`}
      </p>
    </div>
  )
}

function Line(props: {
  label: ReactNode
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
