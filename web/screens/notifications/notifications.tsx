import { SlidersHorizontal } from 'lucide-react'

import { LateNoticeList } from '#web/features/bell/late-notice-list.tsx'
import { bellTexts as texts } from '#web/features/bell/messages.ts'
import { ReadAll } from '#web/features/bell/read-all.tsx'
import { useBadges } from '#web/features/bell/use-badges.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

const ROWS_AT_ONCE = 20

/** Everything in the viewer's bell. */
export function NotificationsScreen() {
  const { notifications } = useBadges()
  return (
    <Page
      title={texts.title}
      isNarrow
      actions={
        <>
          <ReadAll isAnyUnread={notifications > 0} />
          <Button size="small" icon={<SlidersHorizontal />} to="/settings?tab=notifications">
            {texts.choose}
          </Button>
        </>
      }
    >
      <div className="-mx-3">
        <LateNoticeList limit={ROWS_AT_ONCE} />
      </div>
    </Page>
  )
}
