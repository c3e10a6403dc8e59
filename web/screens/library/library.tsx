import { useSearchParams } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { MarkedList } from './marked-list.tsx'
import { libraryTexts as texts } from './messages.ts'

/** The posts a member saved and liked. */
export function LibraryScreen() {
  const params = useSearchParams()
  const tab = params.get('tab') === 'liked' ? 'liked' : 'saved'
  return (
    <div className="mx-auto max-w-reading px-4 pt-8 pb-20 sm:px-6 lg:pt-12">
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="mt-6">
        <Tabs
          label={texts.tabs}
          value={tab}
          onChange={(value) => navigate(value === 'liked' ? '?tab=liked' : '/library', { replace: true })}
          tabs={[
            { value: 'saved', label: texts.saved, panel: <MarkedList mark="saved" /> },
            { value: 'liked', label: texts.liked, panel: <MarkedList mark="liked" /> },
          ]}
        />
      </div>
    </div>
  )
}
