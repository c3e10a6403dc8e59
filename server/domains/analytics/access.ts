import { platformFailures } from '#contract/http/route.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Viewer } from '#server/platform/http/implement.ts'

/** Insights and members are the page owner's alone: everything is asked for by the caller's own page. */
export function ownPageId(viewer: Viewer): string {
  if (viewer.creatorId === null) throw new Failure(platformFailures.forbidden)
  return viewer.creatorId
}
