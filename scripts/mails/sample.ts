import type { Language } from '#contract/languages.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

/** Whom a letter goes to. */
export const AUDIENCES = ['accounts', 'members', 'creators', 'operators'] as const
export type Audience = (typeof AUDIENCES)[number]

/** One letter of the product with facts as they could be, to be looked at and checked. */
export interface Sample {
  /** Kebab-case; its address on the page. */
  name: string
  audience: Audience
  /** The act that causes it, in a sentence. */
  when: string
  /** Writes it as the product does; null is for letters that have nothing to say, so a sample never is. */
  write: (language: Language) => Letter | null
}

export const SITE = 'https://cheers.example'

/** About as long as the ones that Cheers makes. */
export const TOKEN = 'q7YbT0mZkV4rN2xW8sLdPj3HfGcUeAo1'

export const OPERATOR = {
  name: 'Cheers Platforms Pvt Ltd',
  address: '14 Church Street, Bengaluru 560001, India',
  email: 'help@cheers.example',
} as const

export const RAVI = { name: 'Ravi Menon', email: 'ravi@example.org', username: 'ravi.menon' } as const
export const ASHA = { name: 'Asha Rao', email: 'asha@example.org' } as const

/** Noon of a day in UTC. */
export function on(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}

/** Samples of one audience: each entry is a name with what causes the letter, and how it is written. */
export function samplesFor(
  audience: Audience,
  samples: Record<string, readonly [when: string, write: Sample['write']]>,
): Sample[] {
  return Object.entries(samples).map(([name, [when, write]]) => ({ name, audience, when, write }))
}
