import { Suspense } from 'react'

import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { bellTexts as texts } from './messages.ts'
import type { NoticeListProps } from './notice-list.tsx'

const NoticeList = lazyPart<NoticeListProps>(async () => (await import('./notice-list.tsx')).NoticeList)

/** The list in a file of its own, with its icons: it is loaded when somebody looks. */
export function LateNoticeList(props: NoticeListProps) {
  return (
    <Suspense fallback={<SkeletonList label={texts.loading} count={4} />}>
      <NoticeList {...props} />
    </Suspense>
  )
}
