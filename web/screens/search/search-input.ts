import { type MediumKind, mediumKind } from '#contract/media/rules.ts'

/** A search as its address has it. */
export interface AskedSearch {
  q: string
  in: 'all' | 'creators' | 'posts'
  /** Only posts of this page; empty: of all. */
  page: string
  kind: MediumKind | ''
  plan: string
}

/** What an address asks for; anything unknown in it is left out. */
export function readSearch(params: URLSearchParams): AskedSearch {
  const where = params.get('in')
  const kind = mediumKind.safeParse(params.get('kind'))
  return {
    q: (params.get('q') ?? '').trim(),
    in: where === 'creators' || where === 'posts' ? where : 'all',
    page: params.get('page') ?? '',
    kind: kind.success ? kind.data : '',
    plan: params.get('plan') ?? '',
  }
}
