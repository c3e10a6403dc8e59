import { useSearchParams } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { MarkedList } from './marked-list.tsx'
import { libraryTexts as texts } from './messages.ts'

/** The posts a member saved and liked. */
export function LibraryScreen() {
  const params = useSearchParams()
  const tab = params.get('tab') === 'liked' ? 'liked' : 'saved'
  return (
    <Page title={texts.title} subtitle={texts.subtitle} isNarrow>
      <Tabs
        label={texts.tabs}
        value={tab}
        onChange={(value) => navigate(value === 'liked' ? '?tab=liked' : '/library', { replace: true })}
        tabs={[
          { value: 'saved', label: texts.saved, panel: <MarkedList mark="saved" /> },
          { value: 'liked', label: texts.liked, panel: <MarkedList mark="liked" /> },
        ]}
      />
    </Page>
  )
}
