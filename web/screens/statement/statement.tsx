import { ArrowLeft, FileSpreadsheet, FileText } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { formatDay, formatMonth, formatShortDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { columnFormat, formatDollars } from '#contract/money.ts'
import { creatorDisputeSentence } from '#contract/payments/dispute-status.ts'
import { STATEMENT_KINDS, statementLineTexts } from '#contract/payouts/messages.ts'
import { getStatement, getStatementFile } from '#contract/payouts/calls.ts'
import { usePages } from '#web/api/use-pages.ts'
import { FileButton } from '#web/features/file-download/file-button.tsx'
import { NotFound } from '#web/features/not-found/not-found.tsx'
import { useSearchParams } from '#web/routing/location.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { MoreRows } from '#web/ui/more-rows.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'

import { statementTexts as texts } from './messages.ts'

const LINES_PER_PAGE = 100

type Statement = OutputOf<typeof getStatement>

/** A month of a creator's balance: where it started, what changed it, where it ended. */
export function StatementScreen() {
  const { month = '' } = useParams()
  const search = useSearchParams()
  const ofMonth = { month, ...(search.get('currency') === 'INR' && { currency: 'INR' as const }) }
  const list = usePages(getStatement, { ...ofMonth, limit: LINES_PER_PAGE }, ({ lines }) => lines)
  const { answer: statement, rows: lines, error } = list
  if (!statement || !lines) {
    if (!error) return <FullPageSpinner label={texts.loading} />
    if ([403, 404, 422].includes(error.status)) return <NotFound />
    return (
      <div className="mx-auto max-w-reading px-4 py-16 sm:px-6">
        <ErrorState title={texts.loadFailed} onRetry={list.refetch} isRetrying={list.isFetching}>
          {error.message}
        </ErrorState>
      </div>
    )
  }
  const { opening, closing, gross, fee, paidOut, reserved, currency } = statement
  const money = columnFormat([opening, gross, fee, paidOut, closing, reserved], currency)
  return (
    <div className="mx-auto max-w-app px-4 pt-8 pb-20 sm:px-6 lg:px-10 lg:pt-12">
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="quiet" icon={<ArrowLeft />} className="-ms-3" to="/payout">
          {texts.backToPayouts}
        </Button>
        <div className="flex flex-wrap gap-3">
          <FileButton
            route={getStatementFile}
            input={{ ...ofMonth, format: 'csv' }}
            icon={<FileSpreadsheet />}
          >
            {texts.csv}
          </FileButton>
          <FileButton route={getStatementFile} input={{ ...ofMonth, format: 'pdf' }} icon={<FileText />}>
            {texts.pdf}
          </FileButton>
        </div>
      </div>
      <h1 className="mt-6 font-display text-2xl">{texts.title(formatMonth(month))}</h1>
      <dl className="mt-6 max-w-reading divide-y divide-line border-y border-line tabular-nums">
        <Total label={texts.totals.opening}>{money(opening)}</Total>
        <Total label={texts.totals.gross}>{money(gross)}</Total>
        <Total label={texts.totals.fee}>{money(0 - fee)}</Total>
        <Total label={texts.totals.paidOut}>{money(0 - paidOut)}</Total>
        <Total label={texts.totals.closing} isLast>
          {money(closing)}
        </Total>
        {reserved > 0 && <Total label={texts.totals.reserved}>{money(reserved)}</Total>}
      </dl>
      <Lines lines={lines} currency={currency} />
      <MoreRows list={list} label={texts.more(lines.length, statement.lineCount)} failed={texts.moreFailed} />
      <Disputes statement={statement} />
    </div>
  )
}

function Total({
  label,
  isLast = false,
  children,
}: {
  label: string
  isLast?: boolean
  children: ReactNode
}) {
  return (
    <div className={`flex justify-between gap-4 py-2.5 ${isLast ? 'font-semibold' : ''}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Lines({ lines, currency }: Pick<Statement, 'lines' | 'currency'>) {
  if (lines.length === 0) return <p className="mt-10 text-ink-soft">{texts.empty}</p>
  const money = columnFormat(
    lines.flatMap(({ gross, fee, net }) => [gross, fee, net]),
    currency,
  )
  return (
    <table aria-label={texts.lines} className="mt-10 w-full text-sm tabular-nums">
      <thead>
        <tr className="border-b border-line-strong text-start text-ink-soft">
          <th className="py-2 pe-4 font-medium">{texts.columns.date}</th>
          <th className="py-2 pe-4 font-medium max-sm:hidden">{texts.columns.kind}</th>
          <th className="py-2 pe-4 font-medium">{texts.columns.about}</th>
          <th className="py-2 pe-4 text-end font-medium max-sm:hidden">{texts.columns.gross}</th>
          <th className="py-2 pe-4 text-end font-medium max-sm:hidden">{texts.columns.fee}</th>
          <th className="py-2 text-end font-medium">{texts.columns.net}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map((line) => (
          <Row key={line._id} line={line} currency={currency} money={money} />
        ))}
      </tbody>
    </table>
  )
}

/** Their status when the month ended; the money they moved is among the lines. */
function Disputes({ statement: { disputes } }: { statement: Statement }) {
  const headingId = useId()
  if (disputes.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="mt-10">
      <h2 id={headingId} className="font-display text-xl">
        {texts.disputes}
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line text-sm tabular-nums">
        {disputes.map((dispute) => (
          <li key={dispute.openedAt + dispute.about} className="py-2.5 wrap-anywhere">
            <span className="block text-ink-faint">{dispute.about}</span>
            {creatorDisputeSentence(dispute)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** On a phone the kind is above the name, and gross and fee are below the amount left of them. */
function Row({
  line: { at, kind, about, carried, gross, fee, net },
  currency,
  money,
}: {
  line: Statement['lines'][number]
  currency: string
  money: (amount: number) => string
}) {
  const feeText = fee === 0 ? texts.noFee : money(-fee)
  return (
    <tr className="align-top">
      <td className="py-2.5 pe-4 whitespace-nowrap">
        <span className="max-sm:hidden">{formatDay(at)}</span>
        <span className="sm:hidden">{formatShortDay(at)}</span>
      </td>
      <td className="py-2.5 pe-4 max-sm:hidden">{STATEMENT_KINDS[kind]}</td>
      <td className="py-2.5 pe-4 wrap-anywhere">
        <span className="block text-ink-faint sm:hidden">{STATEMENT_KINDS[kind]}</span>
        {carried === 0 ? about : statementLineTexts.withCarried(about, formatDollars(carried, currency))}
      </td>
      <td className="py-2.5 pe-4 text-end max-sm:hidden">{money(gross)}</td>
      <td className="py-2.5 pe-4 text-end max-sm:hidden">{feeText}</td>
      <td className="py-2.5 text-end font-medium whitespace-nowrap">
        {money(net)}
        {fee !== 0 && (
          <span className="block font-normal text-ink-faint sm:hidden">
            {money(gross)} {feeText}
          </span>
        )}
      </td>
    </tr>
  )
}
