import { plural } from './plural.ts'

/** What is wrong with a field, whatever form it is in. */
export const fieldMessages = {
  idInvalid: 'This identifier is not valid.',
  tooLong: (maxLength: number) =>
    plural(maxLength, {
      one: 'Please use at most {n} character.',
      other: 'Please use at most {n} characters.',
    }),
  hiddenCharacters: 'Please use no line breaks or hidden characters here.',
  letterless: 'A name has at least one letter or number.',
  mixedScripts: 'Please use letters of one alphabet in a word.',
  webAddress: 'Please use no web address here.',
  check: 'Please check what you entered.',
  missing: 'Something is missing. Please check what you entered.',
  fillIn: (name: string) => `Please fill in the ${name}.`,
  tooLarge: (name: string) => `Please shorten the ${name}.`,
  notValid: (name: string) => `Please check the ${name}.`,
} as const

/**
 * What people call the fields that they fill in. Whatever isn't here is a program's word, and named to nobody: "Please fill
 * in the allow" helps no one.
 */
export const fieldNames = {
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
} as const
