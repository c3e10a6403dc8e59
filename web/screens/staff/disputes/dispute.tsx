import { formatDay, formatMoment } from '#contract/dates.ts'
import { getDispute } from '#contract/console/calls.ts'
import { columnFormat, formatDollars } from '#contract/money.ts'
import { useQuery } from '#web/api/queries.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'

import { StaffRecord } from '../parts/record.tsx'
import { AnswerForm, type WholeDispute } from './answer-form.tsx'
import { deadlineText, DisputeBadges } from './disputes.tsx'
import { disputeTexts } from './messages.ts'

const texts = disputeTexts.one

const linked = 'text-brand underline-offset-3 hover:underline'

/** One dispute: its payment, what happened when, what speaks for the page, and the answer. */
export function DisputeScreen() {
  const disputeId = useParams()['id'] ?? ''
  const found = useQuery(getDispute, { disputeId })
  return (
    <StaffRecord
      back={{ to: '/staff/disputes', label: texts.back }}
      title={disputeTexts.documentTitle}
      found={found}
    >
      {(dispute) => ({
        title: (dispute.settledAt === null ? texts.title : texts.settledTitle)(
          formatDollars(dispute.amount, dispute.currency),
        ),
        children: <Whole dispute={dispute} />,
      })}
    </StaffRecord>
  )
}

function Whole({ dispute }: { dispute: WholeDispute }) {
  const { status, evidence, answers } = dispute
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <DisputeBadges status={status} evidence={evidence} />
        <p className="text-base text-ink-soft">{deadlineText(dispute)}</p>
      </div>
      <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="min-w-0 space-y-10">
          <AnswerPart dispute={dispute} />
          {answers.length > 0 && <Answers answers={answers} />}
          <Timeline dispute={dispute} />
        </div>
        <div className="min-w-0 space-y-10">
          <Payment dispute={dispute} />
          <Use dispute={dispute} />
        </div>
      </div>
    </>
  )
}

function AnswerPart({ dispute }: { dispute: WholeDispute }) {
  const { status, evidence, canAnswer } = dispute
  if (canAnswer) return <AnswerForm dispute={dispute} />
  if (status === 'suspected') return <Banner tone="info">{disputeTexts.answer.suspected}</Banner>
  if (status !== 'open') return null
  return (
    <Banner tone="info">
      {evidence === 'queued' ? disputeTexts.answer.queued : disputeTexts.answer.answered}
    </Banner>
  )
}

function Answers({ answers }: Pick<WholeDispute, 'answers'>) {
  return (
    <section>
      <h2 className="font-display text-xl">{texts.answers}</h2>
      <ul className="mt-4 space-y-6">
        {answers.map(({ _id, text, pictureCount, state, refusal, by, givenAt }) => (
          <li key={_id} className="border-s-2 border-line ps-4">
            <p className="text-sm text-ink-faint">
              {texts.by(by ?? texts.command, formatDay(givenAt))}
              {pictureCount > 0 && ` · ${texts.pictures(pictureCount)}`}
              {` · ${disputeTexts.evidence[state]}`}
            </p>
            <p dir="auto" className="mt-1.5 max-w-reading text-base wrap-anywhere whitespace-pre-wrap">
              {text}
            </p>
            {refusal !== '' && <p className="mt-2 text-sm font-medium text-bad">{texts.refusal(refusal)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Timeline({ dispute: { timeline } }: { dispute: WholeDispute }) {
  return (
    <section>
      <h2 className="font-display text-xl">{texts.timeline}</h2>
      <ol className="mt-4 space-y-4 border-s-2 border-line ps-5">
        {timeline.map(({ at, kind }) => (
          <li
            key={`${at} ${kind}`}
            className="relative before:absolute before:-start-[1.625rem] before:top-1.5 before:size-2.5 before:rounded-full before:bg-line-strong"
          >
            <p className="font-medium">{disputeTexts.moments[kind]}</p>
            <time dateTime={at} className="text-sm text-ink-faint">
              {`${formatMoment(at)} UTC`}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Payment({ dispute }: { dispute: WholeDispute }) {
  const { payment, member, page, currency, reason, phase } = dispute
  const money = columnFormat([payment.amount, payment.fee, payment.net, payment.refunded], currency)
  return (
    <section>
      <h2 className="font-display text-xl">{texts.payment}</h2>
      <dl className="mt-3 divide-y divide-line">
        <Row label={texts.amount}>
          <Link to={`/staff/payments/${payment._id}`} className={linked}>
            {`${money(payment.amount)}, ${formatDay(payment.capturedAt)}`}
          </Link>
        </Row>
        <Row label={texts.fee}>{money(payment.fee)}</Row>
        <Row label={texts.net}>{money(payment.net)}</Row>
        {payment.refunded > 0 && <Row label={texts.refunded}>{money(payment.refunded)}</Row>}
        <Row label={texts.plan}>{payment.planName}</Row>
        <Row label={texts.member}>
          <Link to={`/staff/people/${member._id}`} className={linked}>
            {member.name}
          </Link>
        </Row>
        <Row label={texts.page}>
          <Link to={`/${page.handle}`} className={linked}>
            {page.name}
          </Link>
        </Row>
        <Row label={texts.receipt}>{payment.receiptNumber}</Row>
        <Row label={texts.provider}>{payment.providerPaymentId}</Row>
        {phase !== '' && <Row label={texts.phase}>{disputeTexts.phases[phase] ?? phase}</Row>}
        {reason !== '' && <Row label={texts.reason}>{reason.replaceAll('_', ' ')}</Row>}
      </dl>
    </section>
  )
}

function Use({ dispute: { use } }: { dispute: WholeDispute }) {
  return (
    <section>
      <h2 className="font-display text-xl">{texts.use}</h2>
      <dl className="mt-3 divide-y divide-line">
        <Row label={texts.memberSince}>{formatDay(use.memberSince)}</Row>
        <Row label={texts.paid}>{texts.payments(use.paymentCount)}</Row>
        <Row label={texts.opened}>{texts.openedCount(use.openedCount)}</Row>
        <Row label={texts.lastOpened}>
          {use.lastOpenedAt === null ? texts.never : formatDay(use.lastOpenedAt)}
        </Row>
      </dl>
    </section>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt className="min-w-0 text-sm text-ink-faint">{label}</dt>
      <dd className="min-w-2/5 text-end text-base wrap-anywhere">{children}</dd>
    </div>
  )
}
