import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'

const MAIL_MAX_MS = 15_000

const mail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  receivedAt: z.string(),
  text: z.string(),
  links: z.array(z.string()),
})
const inbox = z.object({ messages: z.array(mail) })

export type Mail = z.infer<typeof mail>

export interface Mailbox {
  /** Of the product that sends the mails. */
  baseUrl: string
  /** Waits for the newest mail to an address whose subject contains a text; never returns the same mail twice. */
  waitForMail(to: string, subjectPart: string): Promise<Mail>
  /** How many mails to an address have a subject that contains a text, right now. */
  count(to: string, subjectPart: string): Promise<number>
}

/** The development mailbox of the product at `baseUrl`. */
export function openMailbox(baseUrl: string): Mailbox {
  const seen = new Set<string>()
  async function mailsTo(to: string): Promise<Mail[]> {
    const response = await fetch(`${baseUrl}/dev/mail.json?to=${encodeURIComponent(to)}`)
    return z.parse(inbox, await response.json()).messages
  }
  return {
    baseUrl,
    async count(to, subjectPart) {
      return (await mailsTo(to)).filter(({ subject }) => subject.includes(subjectPart)).length
    },
    async waitForMail(to, subjectPart) {
      const deadline = Date.now() + MAIL_MAX_MS
      let subjects: string[] = []
      while (Date.now() < deadline) {
        const messages = await mailsTo(to)
        subjects = messages.map(({ subject }) => subject)
        const found = messages
          .filter(({ id, subject }) => !seen.has(id) && subject.includes(subjectPart))
          .toSorted((a, b) => b.receivedAt.localeCompare(a.receivedAt))[0]
        if (found) {
          seen.add(found.id)
          return found
        }
        await sleep(150)
      }
      const there =
        subjects.length > 0 ? `There: ${subjects.join(' · ')}` : 'There is no mail to that address.'
      throw new Error(`No new mail to ${to} with "${subjectPart}" in its subject. ${there}`)
    },
  }
}
