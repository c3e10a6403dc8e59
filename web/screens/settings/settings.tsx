import { useEffect, useRef } from 'react'

import { getLoggedInUser } from '#contract/accounts/routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { useSearchParams } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { AccountTab } from './account-tab.tsx'
import { BillingTab } from './billing-tab.tsx'
import { MembershipsTab } from './memberships-tab.tsx'
import { settingsTexts as texts } from './messages.ts'
import { NotificationsTab } from './notifications-tab.tsx'

const TABS: ReadonlySet<string> = new Set(['account', 'notifications', 'memberships', 'billing'])

/** A user's settings; the open tab is in the address. */
export function SettingsScreen() {
  const search = useSearchParams()
  const answer = useQuery(getLoggedInUser, {})
  const user = answer.data?.user
  const asked = search.get('tab') ?? ''
  const tab = TABS.has(asked) ? asked : 'account'
  const ref = useRef<HTMLDivElement>(null)
  const shownTab = user ? tab : null

  // On a phone the row of tabs is wider than the screen; the open one should be in sight.
  useEffect(() => {
    const open = shownTab && ref.current?.querySelector('[aria-selected="true"]')
    if (open) open.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shownTab])

  if (!user) {
    if (!answer.isError) return <FullPageSpinner label={texts.loading} />
    return (
      <div className="mx-auto max-w-reading px-4 py-16 sm:px-6">
        <ErrorState title={texts.failed} onRetry={() => void answer.refetch()} isRetrying={answer.isFetching}>
          {answer.error.message}
        </ErrorState>
      </div>
    )
  }

  return (
    <div className="mx-auto max-w-reading px-4 pt-8 pb-20 sm:px-6 lg:px-10 lg:pt-12">
      <PageHeader title={texts.title} />
      <div ref={ref} className="mt-6">
        <Tabs
          label={texts.title}
          value={tab}
          onChange={(value) =>
            navigate(value === 'account' ? '/settings' : `?tab=${value}`, { replace: true })
          }
          tabs={[
            { value: 'account', label: texts.tabs.account, panel: <AccountTab user={user} /> },
            {
              value: 'notifications',
              label: texts.tabs.notifications,
              panel: <NotificationsTab user={user} />,
            },
            { value: 'memberships', label: texts.tabs.memberships, panel: <MembershipsTab user={user} /> },
            { value: 'billing', label: texts.tabs.billing, panel: <BillingTab /> },
          ]}
        />
      </div>
    </div>
  )
}
