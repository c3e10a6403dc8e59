import type { FileInHand } from './files-in-hand.ts'
import { filesFieldTexts as texts } from './messages.ts'

/** Why a post can't be published with its files yet; null: it can. */
export function problemOfFiles(files: readonly FileInHand[], planIds: readonly string[]): string | null {
  const isUnusable = ({ stage }: FileInHand) => stage === 'refused' || stage === 'gone'
  if (files.some(isUnusable)) return texts.notUsable
  if (files.some(({ stage }) => stage !== 'sent' && stage !== 'scanning')) return texts.unfinished
  // A plan that is gone must not silently become everyone.
  if (files.some((file) => file.planIds.some((id) => !planIds.includes(id)))) return texts.planGone
  return null
}

/** The files in the form the publishing call takes. */
export function filesInput(files: readonly FileInHand[]): { mediaId: string; planIds: string[] }[] {
  return files.flatMap(({ mediaId, planIds }) => (mediaId === null ? [] : [{ mediaId, planIds }]))
}
