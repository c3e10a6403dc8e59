import { getUsersCreatorPage } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { settingsTexts } from '../messages.ts'
import { ACCOUNT_PATH, PAGE_INFORMATION } from '../sections.ts'
import { SettingsSection } from '../settings-section.tsx'
import { PageCounts } from './page-counts.tsx'
import { PodcastSection } from './podcast-section.tsx'
import { StorageUse } from './storage-use.tsx'

const texts = settingsTexts.ownPage

/** How a creator's page works; its name and texts are under Account, as its pictures are on the page itself. */
export function PageTab() {
  const { data: page, error, refetch, isFetching } = useQuery(getUsersCreatorPage, {})
  if (!page) {
    if (!error) return <SkeletonList label={texts.loading} count={3} />
    return (
      <ErrorState title={texts.failed} onRetry={() => void refetch()} isRetrying={isFetching}>
        {error.message}
      </ErrorState>
    )
  }
  return (
    <div className="space-y-10">
      <SettingsSection title={texts.title} hint={texts.hint}>
        <PageCard page={page} />
      </SettingsSection>
      <SettingsSection title={texts.countsTitle}>
        <PageCounts pageHandle={page.pageHandle} />
      </SettingsSection>
      <SettingsSection title={settingsTexts.talk.title} hint={settingsTexts.talk.hint}>
        <Button to="/studio/moderation?part=settings">{settingsTexts.talk.open}</Button>
      </SettingsSection>
      <PodcastSection pageHandle={page.pageHandle} />
      <SettingsSection title={settingsTexts.storage.title} hint={settingsTexts.storage.hint}>
        <StorageUse />
      </SettingsSection>
    </div>
  )
}

function PageCard({ page }: { page: OutputOf<typeof getUsersCreatorPage> }) {
  const { pageName, pageHandle, profileImage } = page
  return (
    <div className="rounded-card border border-line bg-paper-raised p-4">
      <div className="flex items-center gap-4">
        <Avatar name={pageName} handle={pageHandle} src={profileImage} size={48} />
        <p className="min-w-0 flex-1">
          <span className="block font-medium wrap-anywhere">{pageName}</span>
          <span className="block text-sm wrap-anywhere text-ink-faint" dir="ltr">
            @{pageHandle}
          </span>
        </p>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="small" to={`/${pageHandle}`}>
          {texts.open}
        </Button>
        <Button size="small" variant="quiet" to={`${ACCOUNT_PATH}#${PAGE_INFORMATION}`}>
          {texts.editTexts}
        </Button>
      </div>
    </div>
  )
}
