import { useEffect } from 'react'

import { useViewer } from '#web/api/session.ts'
import { changeMarks } from '#web/features/post-marks/marks-store.ts'

/** The icon at the post shows as many comments as stand below it, also while they come in. */
export function useCountAtIcon(postId: string, comments: number | undefined): void {
  const viewer = useViewer()
  useEffect(() => {
    if (comments !== undefined && viewer !== 'unknown') changeMarks(viewer, postId, { comments })
  }, [viewer, postId, comments])
}
