import { getStaffCreator } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'

import { CaseRows } from '../cases/cases.tsx'
import { columnMoney, None, Row, Rows } from '../parts/list.tsx'
import { Part, StaffRecord } from '../parts/record.tsx'
import { Payments } from '../payments/payments.tsx'
import { PayoutRows } from '../payouts/payouts.tsx'
import { usePermit } from '../rights.ts'
import { creatorTexts as texts } from './messages.ts'
import { PageBadge } from './pages.tsx'

type Page = OutputOf<typeof getStaffCreator>

/** One page: whose it is, what it earns, and what was decided about it. */
export function OnePage() {
  const creatorId = useParams()['id'] ?? ''
  const found = useQuery(getStaffCreator, { creatorId })
  const money = usePermit('money.read')
  const mayHold = usePermit('payouts.hold') !== null
  return (
    <StaffRecord back={{ to: '/staff/creators', label: texts.back }} title={texts.one} found={found}>
      {(page) => ({
        title: page.name,
        badges: <PageBadge state={page.state} />,
        subtitle: `/${page.handle}`,
        actions: page.state === 'open' && <Button to={`/${page.handle}`}>{texts.see}</Button>,
        facts: factsOf(page),
        children: (
          <>
            <Part title={texts.plans}>
              <Plans plans={page.plans} />
            </Part>
            {(mayHold || money !== null) && (
              <Part title={texts.payouts}>
                <PayoutRows of={{ creatorId: page._id }} />
              </Part>
            )}
            {money?.reach === 'all' && (
              <Part title={texts.payments}>
                <Payments of={{ creatorId: page._id }} />
              </Part>
            )}
            <Part title={texts.cases}>
              <CaseRows cases={page.cases} none={texts.noCases} />
            </Part>
          </>
        ),
      })}
    </StaffRecord>
  )
}

function factsOf(page: Page) {
  const { facts } = texts
  return [
    {
      label: facts.owner,
      value: (
        <Link to={`/staff/people/${page.owner._id}`} className="text-brand underline underline-offset-3">
          <span dir="auto">{page.owner.name}</span>
        </Link>
      ),
    },
    { label: facts.opened, value: formatDay(page.openedAt) },
    { label: facts.plan, value: facts.fee(page.platformPlan, String(page.feePercent)) },
    { label: facts.adult, value: page.isAdult ? facts.yes : facts.no },
  ]
}

function Plans({ plans }: Pick<Page, 'plans'>) {
  if (plans.length === 0) return <None>{texts.noPlans}</None>
  const money = columnMoney(plans.map(({ price, currency }) => ({ amount: price, currency })))
  return (
    <Rows>
      {plans.map(({ _id, name, price, currency, isArchived, memberCount }) => (
        <Row
          key={_id}
          title={name}
          badges={isArchived && <Badge>{texts.archived}</Badge>}
          meta={texts.members(memberCount)}
          end={texts.monthly(money({ amount: price, currency }))}
        />
      ))}
    </Rows>
  )
}
