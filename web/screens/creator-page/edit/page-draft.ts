export type EditedText =
  | 'bannerTitle'
  | 'bannerSubTitle'
  | 'pageName'
  | 'headline'
  | 'topics'
  | 'about'
  | 'links'

/** What its owner has changed on a page and not saved yet. It stays while they go through the page's parts. */
export interface PageDraft {
  /** What is changed first; null: nothing yet. */
  begin: 'picture' | 'headline' | null
  /** A text that isn't here is as it was saved. */
  texts: Partial<Record<EditedText, string>>
  showsCounts?: boolean
  /** A sentence for each field that can't be saved so. */
  errors: Readonly<Record<string, string>>
}

/** The draft with another text; what was wrong with the old one is forgotten. */
export function typed(draft: PageDraft, name: EditedText, text: string): PageDraft {
  return {
    ...draft,
    texts: { ...draft.texts, [name]: text },
    errors: Object.fromEntries(Object.entries(draft.errors).filter(([field]) => field !== name)),
  }
}
