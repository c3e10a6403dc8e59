import { Download, Search, Heart } from 'lucide-react'
import { useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getMemberCounts, getMembers, getMembersFile } from '#contract/analytics/calls.ts'
import { MEMBER_STATES } from '#contract/analytics/rules.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { usePages } from '#web/api/use-pages.ts'
import { AwaitingUser } from '#web/features/shell/awaiting-user.tsx'
import { FileButton } from '#web/features/file-download/file-button.tsx'
import { useSettled } from '#web/features/search-field/use-settled.ts'
import { useSearchParams } from '#web/routing/location.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { MEMBERS_PER_PAGE } from './member.ts'
import { MemberPanel } from './member-panel.tsx'
import { MemberRows } from './member-rows.tsx'
import { membersTexts as texts } from './messages.ts'

const STATES = ['all', ...MEMBER_STATES] as const
type State = (typeof STATES)[number]

/** Everyone who pays or paid for a creator's plans. */
export function MembersScreen() {
  const user = useQuery(getLoggedInUser, {}).data?.user
  if (!user) return <AwaitingUser />
  if (!user.pageHandle)
    return (
      <Page title={texts.title}>
        <EmptyState
          icon={<Heart />}
          title={texts.noPage}
          action={
            <Button variant="primary" to="/create">
              {texts.openPage}
            </Button>
          }
        />
      </Page>
    )
  return <List pageHandle={user.pageHandle} />
}

function List({ pageHandle }: { pageHandle: string }) {
  const search = useSearchParams()
  const [state, setState] = useState<State>(() => stateIn(search.get('state')))
  const [openId, setOpenId] = useState(() => search.get('member'))
  const [typed, setTyped] = useState('')
  const [planId, setPlanId] = useState('')
  const q = useSettled(typed.trim())
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const counts = useQuery(getMemberCounts, {}).data
  const filter = {
    ...(state !== 'all' && { state }),
    ...(planId !== '' && { planId }),
    ...(q !== '' && { q }),
  }
  const list = usePages(getMembers, { ...filter, limit: MEMBERS_PER_PAGE }, (rows) => rows)
  const countOf = (of: State) => {
    if (!counts) return null
    return of === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[of]
  }
  const isFiltered = q !== '' || planId !== ''
  const rows = <MemberRows list={list} state={state} isFiltered={isFiltered} onOpen={setOpenId} />

  return (
    <Page
      title={texts.title}
      actions={
        <FileButton route={getMembersFile} input={filter} icon={<Download />}>
          {texts.export}
        </FileButton>
      }
    >
      <div className="mb-4 flex flex-col gap-3 sm:flex-row">
        <TextField
          label={texts.search.label}
          isLabelHidden
          type="search"
          className="sm:flex-1"
          placeholder={texts.search.placeholder}
          leadingIcon={<Search />}
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {plans.length > 0 && (
          <Select
            label={texts.plan.label}
            isLabelHidden
            className="sm:w-fit sm:min-w-52"
            value={planId}
            options={[
              { value: '', label: texts.plan.all },
              ...plans.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={(event) => setPlanId(event.target.value)}
          />
        )}
      </div>
      <Tabs
        label={texts.tabs.label}
        value={state}
        tabs={STATES.map((value) => ({ value, label: tabLabel(value, countOf(value)), panel: rows }))}
        onChange={(value) => setState(stateIn(value))}
      />
      <MemberPanel id={openId} onClose={() => setOpenId(null)} />
    </Page>
  )
}

/** Without a number until it is known. */
function tabLabel(state: State, count: number | null): string {
  const label = texts.tabs[state]
  return count === null ? label : texts.tabs.counted(label, count)
}

function stateIn(value: string | null): State {
  return STATES.find((known) => known === value) ?? 'all'
}
