import { seenFollows, seenPayments } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

import { columnMoney } from '../parts/column-money.ts'
import { None } from '../parts/facts.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { passTexts as texts } from './messages.ts'

const ROWS_PER_PAGE = 20

/** What they paid, and what they can still ask back. */
export function SeenPayments({ passId }: { passId: string }) {
  const list = usePages(seenPayments, { passId, limit: ROWS_PER_PAGE }, (rows) => rows)
  return (
    <PagedList list={list} texts={texts} empty={<None>{texts.noPayments}</None>}>
      {(rows) => (
        <Rows>
          {rows.map(({ _id, plan, creator, createdAt, amount, currency, refunded, refundableUntil }) => (
            <Row
              key={_id}
              to={`/staff/payments/${_id}`}
              title={texts.membership(plan.name, creator.pageName)}
              badges={
                refunded > 0 && <Badge tone="info">{texts.refunded(formatDollars(refunded, currency))}</Badge>
              }
              meta={texts.list([
                formatDay(createdAt),
                ...(refundableUntil === null ? [] : [texts.refundable(formatDay(refundableUntil))]),
              ])}
              end={columnMoney(rows)({ amount, currency })}
            />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}

/** The pages they follow. */
export function SeenFollows({ passId }: { passId: string }) {
  const list = usePages(seenFollows, { passId, limit: ROWS_PER_PAGE }, (rows) => rows)
  return (
    <PagedList list={list} texts={texts} empty={<None>{texts.noFollows}</None>}>
      {(rows) => (
        <Rows>
          {rows.map(({ _id, pageName, followedAt, isMailed }) => (
            <Row
              key={_id}
              to={null}
              title={pageName}
              badges={isMailed && <Badge>{texts.mailed}</Badge>}
              meta={texts.followed(formatDay(followedAt))}
            />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}
