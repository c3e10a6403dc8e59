import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import { listModeratedPages } from '#contract/moderation/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { useBadges } from '#web/features/bell/use-badges.ts'
import { useSearchParams } from '#web/routing/location.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { moderationScreenTexts as texts } from './messages.ts'
import { ModeratorsTab } from './moderators-tab.tsx'
import { MutedTab } from './muted-tab.tsx'
import { QueueTab } from './queue-tab.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { RulesTab } from './rules-tab.tsx'
import { WordsTab } from './words-tab.tsx'

type ModeratedPage = OutputOf<typeof listModeratedPages>[number]

/** What waits for a decision on a page, who decides, and by which rules. */
export function ModerationScreen() {
  const pages = useQuery(listModeratedPages, {})
  const [chosen, setChosen] = useState(useSearchParams().get('page'))
  const page = pages.data?.find(({ pageHandle }) => pageHandle === chosen) ?? pages.data?.[0]
  return (
    <Page
      title={texts.title}
      actions={
        page &&
        pages.data &&
        pages.data.length > 1 && (
          <Select
            label={texts.page}
            isLabelHidden
            className="w-full sm:w-fit sm:min-w-56"
            value={page.pageHandle}
            options={pages.data.map(({ pageHandle, pageName }) => ({ value: pageHandle, label: pageName }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        )
      }
    >
      {page ? (
        <Parts key={page._id} page={page} isOnlyPage={pages.data?.length === 1} />
      ) : pages.data ? (
        <EmptyState icon={<ShieldCheck />} title={texts.noPage}>
          {texts.noPageHelp}
        </EmptyState>
      ) : pages.isError ? (
        <ErrorState title={texts.failed} onRetry={() => void pages.refetch()} isRetrying={pages.isFetching}>
          {pages.error.message}
        </ErrorState>
      ) : (
        <SkeletonList label={texts.loading} />
      )}
    </Page>
  )
}

function Parts({ page: { pageHandle, isOwner }, isOnlyPage }: { page: ModeratedPage; isOnlyPage: boolean }) {
  const asked = useSearchParams().get('part')
  const [part, setPart] = useState(() =>
    asked === 'reports' || (asked === 'settings' && isOwner) ? asked : 'queue',
  )
  const { heldMessages, openReports } = useBadges()
  // The badge counts all pages together.
  const waiting = isOnlyPage && heldMessages > 0 ? texts.tabs.waiting(heldMessages) : texts.tabs.queue
  return (
    <Tabs
      label={texts.tabs.label}
      value={part}
      onChange={setPart}
      tabs={[
        { value: 'queue', label: waiting, panel: <QueueTab pageHandle={pageHandle} /> },
        {
          value: 'reports',
          label: isOnlyPage && openReports > 0 ? texts.tabs.reported(openReports) : texts.tabs.reports,
          panel: <ReportsTab pageHandle={pageHandle} />,
        },
        {
          value: 'people',
          label: texts.tabs.people,
          panel: <ModeratorsTab pageHandle={pageHandle} isOwner={isOwner} />,
        },
        { value: 'muted', label: texts.tabs.muted, panel: <MutedTab pageHandle={pageHandle} /> },
        ...(isOwner
          ? [
              { value: 'words', label: texts.tabs.words, panel: <WordsTab pageHandle={pageHandle} /> },
              { value: 'settings', label: texts.tabs.settings, panel: <RulesTab pageHandle={pageHandle} /> },
            ]
          : []),
      ]}
    />
  )
}
