import { holdsText, playTimeText } from '#web/features/media/duration.ts'

import { postCardTexts as texts } from './messages.ts'
import type { Post } from './post.ts'

/** "Video, 12 min · 3 files": what a locked post holds. null: nothing but text. */
export function contentsText({ contents, fileCount }: Pick<Post, 'contents' | 'fileCount'>): string | null {
  if (!contents) return null
  const { videos, audios, pictures, playMs } = contents
  // With one player alone its name is enough; otherwise each kind has its number, and the time is of all together.
  const isOnePlayer = videos + audios === 1
  const players = isOnePlayer
    ? [holdsText({ kind: videos === 1 ? 'video' : 'audio', durationMs: playMs })]
    : [
        videos > 0 && texts.videos(videos),
        audios > 0 && texts.audios(audios),
        playMs !== null && playTimeText(playMs),
      ]
  const parts = [
    ...players,
    pictures > 0 && texts.pictures(pictures),
    fileCount > 0 && texts.files(fileCount),
  ]
  return parts.filter((part) => part !== false).join(texts.between) || null
}
