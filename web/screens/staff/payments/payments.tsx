import { UserSearch } from 'lucide-react'

import { listStaffPayments } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { InputOf } from '#contract/http/route.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useSearchParams } from '#web/routing/location.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { columnMoney, Row, Searched, StaffList, StaffPlace } from '../parts/list.tsx'
import { usePermit } from '../rights.ts'
import { onePaymentTexts, paymentTexts as texts } from './messages.ts'

const STANDINGS = ['refunded', 'disputed'] as const
const ROWS_PER_PAGE = 50

/** Payments to every page; support looks for one payment, or finds the person first. */
export function PaymentsPlace() {
  const asked = useSearchParams().get('standing')
  const seesAll = usePermit('money.read')?.reach === 'all'
  const { title, search, filter, standings } = onePaymentTexts
  const standingFilter = { label: filter, values: STANDINGS, texts: standings }
  return (
    <StaffPlace title={title}>
      <Searched search={search} filter={seesAll ? standingFilter : undefined} asked={asked}>
        {(q, standing) =>
          seesAll || q !== '' ? (
            <Payments of={{ standing: standing ?? 'all', ...(q !== '' && { q }) }} />
          ) : (
            <EmptyState
              icon={<UserSearch />}
              title={onePaymentTexts.findPerson}
              action={<Button to="/staff/people">{onePaymentTexts.people}</Button>}
            >
              {onePaymentTexts.findPersonHelp}
            </EmptyState>
          )
        }
      </Searched>
    </StaffPlace>
  )
}

type Asked = Pick<InputOf<typeof listStaffPayments>, 'userId' | 'creatorId' | 'q' | 'standing'>

/** Payments of a person, of a page, or of everybody; each leads to where its money went. */
export function Payments({ of }: { of: Asked }) {
  const list = usePages(listStaffPayments, { limit: ROWS_PER_PAGE, ...of }, (rows) => rows)
  return (
    <StaffList list={list} empty={texts.none}>
      {({ _id, capturedAt, amount, currency, refunded, isDisputed, member, page, ...row }, rows) => {
        const money = columnMoney(rows.flatMap((each) => [each, { ...each, amount: each.refunded }]))
        const day = unbroken(formatDay(capturedAt))
        const plan = texts.planOf(row.planName, page.name)
        return (
          <Row
            to={`/staff/payments/${_id}`}
            title={of.userId === undefined ? member.name : plan}
            badges={
              <>
                {refunded > 0 && (
                  <Badge tone="info">
                    {refunded >= amount
                      ? texts.refunded
                      : texts.partlyRefunded(money({ amount: refunded, currency }))}
                  </Badge>
                )}
                {isDisputed && <Badge tone="warn">{texts.disputed}</Badge>}
              </>
            }
            meta={
              of.userId === undefined
                ? texts.meta(plan, day)
                : texts.meta(day, texts.receipt(row.receiptNumber))
            }
            end={money({ amount, currency })}
          />
        )
      }}
    </StaffList>
  )
}

/** A day that stays on one line. */
function unbroken(day: string): string {
  return day.replaceAll(' ', '\u00A0')
}
