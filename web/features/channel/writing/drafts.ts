/** What is typed, with the people named in it. */
export interface Written {
  body: string
  people: { _id: string; name: string }[]
}

/** What is typed and not sent, for as long as the page is open: opening another screen loses nothing. */
const drafts = new Map<string, Written>()

export function readDraft(key: string): Written | null {
  return drafts.get(key) ?? null
}

export function keepDraft(key: string, written: Written): void {
  if (written.body === '') drafts.delete(key)
  else drafts.set(key, written)
}

export function forgetDraft(key: string): void {
  drafts.delete(key)
}
