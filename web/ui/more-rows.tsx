import { Button } from './button.tsx'
import { ErrorLine } from './error-state.tsx'

export type MoreRowsProps = {
  list: {
    hasMore: boolean
    moreState: 'loading' | 'failed' | 'idle'
    showMore: () => void
  }
  label: string
  /** Said when the next part could not be loaded. */
  failed: string
}

/** Below a list: the way to the rest of it. */
export function MoreRows({ list: { hasMore, moreState, showMore }, label, failed }: MoreRowsProps) {
  if (!hasMore) return null
  return (
    <div className="mt-6 flex flex-col items-center gap-3">
      {moreState === 'failed' && <ErrorLine>{failed}</ErrorLine>}
      <Button isLoading={moreState === 'loading'} onClick={showMore}>
        {label}
      </Button>
    </div>
  )
}
