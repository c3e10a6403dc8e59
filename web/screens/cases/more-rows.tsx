import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'

import { casesTexts as texts } from './messages.ts'

interface List {
  hasMore: boolean
  moreState: 'loading' | 'failed' | 'idle'
  showMore: () => void
}

/** The way to the rest of a list. */
export function MoreRows({ list: { hasMore, moreState, showMore } }: { list: List }) {
  if (!hasMore) return null
  return (
    <div className="mt-6 flex flex-col items-center gap-3">
      {moreState === 'failed' && <ErrorLine>{texts.moreFailed}</ErrorLine>}
      <Button isLoading={moreState === 'loading'} onClick={showMore}>
        {texts.showMore}
      </Button>
    </div>
  )
}
