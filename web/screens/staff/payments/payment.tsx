import { getStaffPayment } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import { useQuery } from '#web/api/queries.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page.tsx'

import { consoleTexts } from '../messages.ts'
import { Copyable } from '../parts/copyable.tsx'
import { Fact, Facts, Part } from '../parts/facts.tsx'
import { One } from '../parts/one.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { usePermit } from '../rights.ts'
import { onePaymentTexts as texts } from './messages.ts'
import { money, type OnePayment } from './one-payment.ts'
import { RefundButton } from './refund-button.tsx'
import { Waterfall } from './waterfall.tsx'

const ENDED = new Set(['canceled', 'expired'])

/** One payment: why it was charged, and where each cent of it went. */
export function Payment() {
  const paymentId = useParams()['id'] ?? ''
  const found = useQuery(getStaffPayment, { paymentId })
  const member = found.data?.member
  const back = member
    ? { to: `/staff/people/${member._id}`, label: texts.backToPerson(member.name) }
    : { to: '/staff/payments', label: texts.back }
  return (
    <One back={back} title={texts.one} found={found}>
      {(payment) => <Shown payment={payment} />}
    </One>
  )
}

function Shown({ payment }: { payment: OnePayment }) {
  const mayRefund = usePermit('refunds') !== null
  const heading = texts.heading(money(payment, payment.amount), formatDay(payment.capturedAt))
  usePageTitle(consoleTexts.documentTitle(heading))
  return (
    <>
      <PageHeader
        title={heading}
        actions={mayRefund && payment.refundable > 0 && <RefundButton payment={payment} />}
      />
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
                to={null}
                title={texts.dispute(money(payment, amount), formatDay(openedAt))}
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
          <Link
            to={`/staff/creators/${payment.page._id}`}
            className="rounded-small text-brand underline underline-offset-3"
          >
            {texts.payout.see}
          </Link>
        </p>
      </Part>
      <div className="mt-10 border-t border-line pt-6">
        <Ids payment={payment} />
      </div>
    </>
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
    ...(carried > 0 ? [why.carried(money(payment, carried))] : []),
    ENDED.has(payment.membershipStatus) ? why.ended : why[interval],
  ]
}

function payoutOf({ payout, availableFrom, interval, currency }: OnePayment): string[] {
  const { payout: said } = texts
  if (!payout) return [said.pending(formatDay(availableFrom)), said.none]
  return [
    said.went(money({ currency }, payout.amount), formatDay(payout.requestedAt)),
    ...(interval === 'yearly' ? [said.yearly] : []),
  ]
}

function Ids({ payment }: { payment: OnePayment }) {
  const { facts } = texts
  const link = 'text-brand underline underline-offset-3'
  return (
    <Facts>
      <Fact label={facts.member}>
        <Link to={`/staff/people/${payment.member._id}`} dir="auto" className={link}>
          {payment.member.name}
        </Link>
      </Fact>
      <Fact label={facts.page}>
        <Link to={`/staff/creators/${payment.page._id}`} dir="auto" className={link}>
          {payment.page.name}
        </Link>
      </Fact>
      <Fact label={facts.receipt}>
        <Copyable name={facts.receipt}>{payment.receiptNumber}</Copyable>
      </Fact>
      <Fact label={facts.provider} isLong>
        <Copyable name={facts.provider}>{payment.providerPaymentId}</Copyable>
      </Fact>
      <Fact label={facts.id} isLong>
        <Copyable name={facts.id}>{payment._id}</Copyable>
      </Fact>
    </Facts>
  )
}
