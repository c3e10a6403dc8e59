import { formatDay } from '#contract/dates.ts'
import { firstWords } from '#web/features/page-head/first-words.ts'

import { postCardTexts as texts } from './messages.ts'
import type { Post } from './post.ts'

const WORDS_MAX = 80

/** What a post is called where it needs a name: its title, its first words, or its day. */
export function postTitle(post: Pick<Post, 'title' | 'content' | 'publishedAt'>): string {
  return post.title ?? (firstWords(post.content, WORDS_MAX) || texts.ofDay(formatDay(post.publishedAt)))
}
