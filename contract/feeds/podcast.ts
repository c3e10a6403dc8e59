import { conventionsOf } from '../locale.ts'

/** Apple's categories, which every podcast app knows. */
export const PODCAST_CATEGORIES = [
  'arts',
  'business',
  'comedy',
  'education',
  'fiction',
  'government',
  'health-fitness',
  'history',
  'kids-family',
  'leisure',
  'music',
  'news',
  'religion-spirituality',
  'science',
  'society-culture',
  'sports',
  'technology',
  'true-crime',
  'tv-film',
] as const
export type PodcastCategory = (typeof PODCAST_CATEGORIES)[number]

/** Languages that podcasts are spoken in, as RSS names them (ISO 639). */
export const PODCAST_LANGUAGES: string[] =
  'ar bn cs da de el en es fa fi fr gu he hi hu id it ja kn ko ml mr nb nl pa pl pt ro ru sv sw ta te th tl tr uk ur vi zh'.split(
    ' ',
  )

export interface PodcastFacts {
  category: PodcastCategory
  language: string
}

/** What a page is announced as whose creator chose nothing: by its first topic that names a category. */
export function defaultPodcast(topics: readonly string[]): PodcastFacts {
  const named = topics
    .map((topic) => topic.toLowerCase().split(/\s+/))
    .map((words) =>
      PODCAST_CATEGORIES.find((category) => namesOf(category).some((name) => words.includes(name))),
    )
    .find((category) => category !== undefined)
  return { category: named ?? 'society-culture', language: 'en' }
}

/** Words that creators use for what Apple calls otherwise. */
const ALSO: Partial<Record<PodcastCategory, string>> = {
  arts: 'art books ceramics craft crafts design fashion literature painting pottery',
  education: 'course courses languages learning',
  fiction: 'novel stories',
  leisure: 'games gaming gardening hobbies knitting',
  music: 'folk jazz recording singing songs songwriting',
  technology: 'code coding programming software',
}

function namesOf(category: PodcastCategory): string[] {
  return [...category.split('-'), ...(ALSO[category]?.split(' ') ?? [])]
}

/** Its name in the language of the product: "Hindi". */
export function languageName(tag: string): string {
  return new Intl.DisplayNames(conventionsOf().numbers, { type: 'language' }).of(tag) ?? tag
}

export function isPodcastCategory(text: string): text is PodcastCategory {
  return PODCAST_CATEGORIES.some((category) => category === text)
}
