import { LANGUAGE } from './language.ts'
import type { Language } from './languages.ts'
import { conventionsOf } from './locale.ts'
import { formatNumber } from './numbers.ts'

/** The forms of a message by the plural categories of its language. English has `one` and `other`. */
export type PluralForms = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

const rules = new Map<Language, Intl.PluralRules>()

/** A message's form for a count: `plural(2, { one: '{n} creator', other: '{n} creators' })` is "2 creators". */
export function plural(count: number, forms: PluralForms, language: Language = LANGUAGE): string {
  let rule = rules.get(language)
  if (!rule) {
    rule = new Intl.PluralRules(conventionsOf(language).numbers)
    rules.set(language, rule)
  }
  return (forms[rule.select(count)] ?? forms.other).replaceAll('{n}', formatNumber(count, language))
}
