import { Send } from 'lucide-react'

import { listStaffPayouts } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { InputOf } from '#contract/http/route.ts'
import { payoutMethodNames } from '#contract/payouts/messages.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

import { columnMoney } from './column-money.ts'
import { None } from './facts.tsx'
import { PayoutActs } from './payout-acts.tsx'
import { payoutTexts as texts } from './payout-messages.ts'
import { Row, Rows } from './rows.tsx'

const ROWS_PER_PAGE = 50
const TONES = {
  requested: 'info',
  approved: 'info',
  sent: 'info',
  paid: 'good',
  failed: 'bad',
  reversed: 'bad',
} as const

/** Payouts of one queue or of one page, with what may be done about each. */
export function PayoutRows({ of }: { of: Pick<InputOf<typeof listStaffPayouts>, 'queue' | 'creatorId'> }) {
  const list = usePages(listStaffPayouts, { limit: ROWS_PER_PAGE, ...of }, (rows) => rows)
  return (
    <PagedList
      list={list}
      texts={texts}
      empty={
        of.queue === undefined ? (
          <None>{texts.none}</None>
        ) : (
          <EmptyState icon={<Send />} title={texts.noneHere[of.queue]} />
        )
      }
    >
      {(rows) => (
        <Rows>
          {rows.map((payout) => {
            const { _id, page, status, waitsFor, hold, method, hint, requestedAt, failureReason } = payout
            return (
              <Row
                key={_id}
                to={null}
                title={page.name}
                badges={
                  <>
                    <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
                    {waitsFor !== null && waitsFor !== 'approval' && (
                      <Badge tone="warn">{texts.waitsFor[waitsFor]}</Badge>
                    )}
                    {payout.isReleaseAsked && <Badge tone="info">{texts.releaseAsked}</Badge>}
                  </>
                }
                meta={texts.meta(formatDay(requestedAt), payoutMethodNames[method], hint)}
                end={columnMoney(rows)(payout)}
              >
                {hold !== null && (
                  <p className="mt-1 text-sm wrap-break-word text-ink-soft">
                    {texts.held(hold.by, formatDay(hold.untilAt), hold.reason)}
                  </p>
                )}
                {failureReason !== '' && (
                  <p className="mt-1 text-sm wrap-break-word text-ink-soft">{failureReason}</p>
                )}
                <PayoutActs payout={payout} />
              </Row>
            )
          })}
        </Rows>
      )}
    </PagedList>
  )
}
