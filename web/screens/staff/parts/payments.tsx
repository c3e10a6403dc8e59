import { listStaffPayments } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { InputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

import { columnMoney } from './column-money.ts'
import { None } from './facts.tsx'
import { paymentTexts as texts } from './payment-messages.ts'
import { Row, Rows } from './rows.tsx'

const ROWS_PER_PAGE = 50

/** A day that stays on one line. */
function unbroken(day: string): string {
  return day.replaceAll(' ', '\u00A0')
}

/** Payments of a person, of a page, or of everybody; each leads to where its money went. */
export function Payments({
  of,
}: {
  of: Pick<InputOf<typeof listStaffPayments>, 'userId' | 'creatorId' | 'q' | 'standing'>
}) {
  const list = usePages(listStaffPayments, { limit: ROWS_PER_PAGE, ...of }, (rows) => rows)
  return (
    <PagedList list={list} texts={texts} empty={<None>{texts.none}</None>}>
      {(rows) => (
        <Rows>
          {rows.map(({ _id, capturedAt, amount, currency, refunded, isDisputed, member, page, ...row }) => (
            <Row
              key={_id}
              to={`/staff/payments/${_id}`}
              title={of.userId === undefined ? member.name : texts.planOf(row.planName, page.name)}
              badges={
                <>
                  {refunded > 0 && (
                    <Badge tone="info">
                      {refunded >= amount
                        ? texts.refunded
                        : texts.partlyRefunded(formatDollars(refunded, currency))}
                    </Badge>
                  )}
                  {isDisputed && <Badge tone="warn">{texts.disputed}</Badge>}
                </>
              }
              meta={
                of.userId === undefined
                  ? texts.meta(texts.planOf(row.planName, page.name), unbroken(formatDay(capturedAt)))
                  : texts.meta(unbroken(formatDay(capturedAt)), texts.receipt(row.receiptNumber))
              }
              end={columnMoney(rows)({ amount, currency })}
            />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}
