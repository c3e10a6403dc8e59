import { Search } from 'lucide-react'
import { useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { formatMonth } from '#contract/dates.ts'
import { getCreatorPayments } from '#contract/payments/calls.ts'
import { PAYMENT_STANDINGS } from '#contract/payments/rules.ts'
import { getStatements } from '#contract/payouts/calls.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { usePages } from '#web/api/use-pages.ts'
import { AwaitingUser } from '#web/features/shell/awaiting-user.tsx'
import { useSettled } from '#web/features/search-field/use-settled.ts'
import { Redirect } from '#web/routing/redirect.tsx'
import { BackLink, Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { payoutTexts } from './messages.ts'
import { PaymentRows } from './payment-rows.tsx'

const texts = payoutTexts.allPayments

const PER_PAGE = 30
const SHOWN = [getCreatorPayments]
const STANDINGS = ['all', ...PAYMENT_STANDINGS] as const

/** Every payment of a creator's supporters, found by name, plan, month and what became of it. */
export function AllPaymentsScreen() {
  const user = useQuery(getLoggedInUser, {}).data?.user
  if (!user) return <AwaitingUser />
  if (!user.pageHandle) return <Redirect to="/payout" />
  return <List pageHandle={user.pageHandle} />
}

function List({ pageHandle }: { pageHandle: string }) {
  const [standing, setStanding] = useState<(typeof STANDINGS)[number]>('all')
  const [typed, setTyped] = useState('')
  const [planId, setPlanId] = useState('')
  const [month, setMonth] = useState('')
  const q = useSettled(typed.trim())
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const statements = useQuery(getStatements, {}).data ?? []
  // A month has a statement in each currency.
  const months = [...new Set(statements.map((statement) => statement.month))]
  const list = usePages(
    getCreatorPayments,
    {
      limit: PER_PAGE,
      ...(q !== '' && { q }),
      ...(planId !== '' && { planId }),
      ...(month !== '' && { month }),
      ...(standing !== 'all' && { standing }),
    },
    (rows) => rows,
  )
  useRefreshOn('balance', SHOWN)

  function clear() {
    setTyped('')
    setPlanId('')
    setMonth('')
  }

  const rows = (
    <PaymentRows
      list={list}
      standing={standing}
      onClear={q !== '' || planId !== '' || month !== '' ? clear : null}
    />
  )
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      above={<BackLink to="/payout">{texts.back}</BackLink>}
    >
      <div className="mb-4 grid gap-3 min-[28rem]:grid-cols-2 sm:grid-cols-[minmax(0,1fr)_12rem_12rem]">
        <TextField
          label={texts.search.label}
          isLabelHidden
          type="search"
          className="min-[28rem]:max-sm:col-span-2"
          placeholder={texts.search.placeholder}
          leadingIcon={<Search />}
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          label={texts.plan.label}
          isLabelHidden
          value={planId}
          options={[
            { value: '', label: texts.plan.all },
            ...plans.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          onChange={(event) => setPlanId(event.target.value)}
        />
        <Select
          label={texts.month.label}
          isLabelHidden
          value={month}
          options={[
            { value: '', label: texts.month.all },
            ...months.map((each) => ({ value: each, label: formatMonth(each) })),
          ]}
          onChange={(event) => setMonth(event.target.value)}
        />
      </div>
      <Tabs
        label={texts.tabs.label}
        value={standing}
        tabs={STANDINGS.map((value) => ({ value, label: texts.tabs[value], panel: rows }))}
        onChange={(value) => setStanding(STANDINGS.find((known) => known === value) ?? 'all')}
      />
    </Page>
  )
}
