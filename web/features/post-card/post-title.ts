import { formatDay } from '#contract/dates.ts'
import { cutWords, firstWords } from '#web/features/page-head/first-words.ts'

import { postCardTexts as texts } from './messages.ts'
import type { Post } from './post.ts'

const WORDS_MAX = 80

/** What a post is called where it needs a name: its title, its first words, or its day. */
export function postTitle(post: Pick<Post, 'title' | 'content' | 'publishedAt'>): string {
  return nameOfPost({ ...post, excerpt: firstWords(post.content, WORDS_MAX) })
}

/** The same of a post that is only listed. One that isn't out has no day. */
export function nameOfPost(post: {
  title: string | null
  excerpt: string
  publishedAt: string | null
}): string {
  if (post.title !== null) return post.title
  const words = cutWords(post.excerpt, WORDS_MAX)
  if (words !== '') return words
  return post.publishedAt === null ? texts.untitled : texts.ofDay(formatDay(post.publishedAt))
}
