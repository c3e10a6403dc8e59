import { fieldMessages as messages } from '../messages.ts'

/** What a schema found wrong, as far as needed for a sentence; the shape of zod's issues. */
export interface InputIssue {
  readonly code?: string | undefined
  readonly input?: unknown
  readonly path?: readonly PropertyKey[] | undefined
}

/**
 * What people call the fields that they fill in. Whatever isn't here is a program's word, and named to nobody: "Please fill
 * in the allow" helps no one.
 */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    about: 'text about you',
    accountNumber: 'account number',
    address: 'address',
    alt: 'description',
    answer: 'answer',
    audience: 'audience',
    bannerSubTitle: 'banner subtitle',
    bannerTitle: 'banner title',
    body: 'text',
    category: 'category',
    code: 'code',
    content: 'text',
    country: 'country',
    description: 'description',
    displayName: 'name',
    email: 'email address',
    emoji: 'emoji',
    gstin: 'GSTIN',
    headline: 'headline',
    holder: 'account holder',
    iban: 'IBAN',
    ifsc: 'IFSC',
    language: 'language',
    links: 'links',
    name: 'name',
    note: 'note',
    options: 'options',
    pageHandle: 'username',
    pageName: 'page name',
    password: 'password',
    paypalEmail: 'PayPal email address',
    planId: 'plan',
    price: 'price',
    question: 'question',
    reason: 'reason',
    rules: 'rules',
    search: 'search',
    teaser: 'teaser',
    text: 'text',
    timeZone: 'time zone',
    title: 'title',
    topic: 'topic',
    topics: 'topics',
    upiId: 'UPI ID',
    username: 'username',
    videoLink: 'link of the video',
    welcomeNote: 'welcome note',
  }),
)

/**
 * The sentence for any input error that has none of its own in the schema: the validator's own text ("Invalid input:
 * expected string, received undefined") is never shown. It is used for every parse of people's input, on the server and
 * in forms alike.
 */
export function inputSentence({ code, input, path = [] }: InputIssue): string {
  const field = path.find((part) => typeof part === 'string')
  if (field === undefined) return messages.check
  const isMissing = input === undefined || input === null || input === ''
  const name = NAMES.get(field)
  if (name === undefined) return isMissing ? messages.missing : messages.check
  if (isMissing) return messages.fillIn(name)
  return code === 'too_big' ? messages.tooLarge(name) : messages.notValid(name)
}
