import { SlidersHorizontal } from 'lucide-react'

import { LateNoticeList } from '#web/features/bell/late-notice-list.tsx'
import { bellTexts as texts } from '#web/features/bell/messages.ts'
import { ReadAll } from '#web/features/bell/read-all.tsx'
import { useBadges } from '#web/features/bell/use-badges.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const ROWS_AT_ONCE = 20

/** Everything in the viewer's bell. */
export function NotificationsScreen() {
  const { notifications } = useBadges()
  return (
    <div className="mx-auto max-w-reading px-4 pt-8 pb-20 sm:px-6 lg:px-10 lg:pt-12">
      <PageHeader title={texts.title} />
      <div className="mt-3 -ms-3 flex flex-wrap items-center gap-1">
        <ReadAll isAnyUnread={notifications > 0} />
        <Button variant="quiet" size="small" icon={<SlidersHorizontal />} to="/settings?tab=notifications">
          {texts.choose}
        </Button>
      </div>
      <div className="mt-4 -mx-3">
        <LateNoticeList limit={ROWS_AT_ONCE} />
      </div>
    </div>
  )
}
