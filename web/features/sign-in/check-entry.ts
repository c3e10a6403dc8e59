import type { FieldErrors } from '#web/features/form/create-form.ts'

import type * as EntryRules from './entry-rules.ts'

/**
 * What is wrong with a sign-in form. Its rules load separately: people who only look at the page don't need them. The
 * server checks by the same ones: if they fail to load, its answer names the errors.
 */
export async function checkEntry(name: EntryRules.EntryFormName, values: object): Promise<FieldErrors> {
  const rules = await loadEntryRules()
  return rules?.entryErrors(name, values) ?? {}
}

export async function loadEntryRules(): Promise<typeof EntryRules | null> {
  try {
    return await import('./entry-rules.ts')
  } catch {
    return null
  }
}
