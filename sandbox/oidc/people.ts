import { createHash } from 'node:crypto'

import { z } from 'zod'

export const Person = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100, 'Use at most 100 characters.'),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254)
    .pipe(z.email('Enter an e-mail address like asha@example.com.')),
  isEmailVerified: z.boolean(),
})
export type Person = z.infer<typeof Person>

export const readyPeople: readonly Person[] = [
  { name: 'Asha Rao', email: 'asha@example.com', isEmailVerified: true },
  { name: 'Ravi Menon', email: 'ravi@example.com', isEmailVerified: true },
  { name: 'Meera Das', email: 'meera@example.com', isEmailVerified: true },
]

/** The subject of an address: 21 digits, like Google's, and always the same because it is derived from the address. */
export function subjectOf(email: string): string {
  const digest = createHash('sha256')
    .update(`cheers-local-issuer:${email.trim().toLowerCase()}`)
    .digest('hex')
  return (BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(21, '1')
}

/** The claims that an ID token and the userinfo answer carry about a person. */
export function claimsOf(person: Person, issuer: string): { sub: string } & Record<string, string | boolean> {
  const sub = subjectOf(person.email)
  return {
    sub,
    name: person.name,
    picture: `${issuer}/picture/${sub}.png`,
    email: person.email,
    email_verified: person.isEmailVerified,
  }
}
